import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { useSendFile } from '../../../ui/api/sendFile.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useClientPart } from '../../../ui/api/context.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { scannedTypes, verificationContract } from '../contract.ts';

const { calls, forms } = verificationContract;
type Scan = NonNullable<AnswerOf<typeof calls.scanStatus>['flow']>;
type Choice = AnswerOf<typeof calls.scanCountries>;

/** A document is scanned side by side, and read by the vendor. */
export default function ScanPage() {
  const { t } = useWords();
  const status = useRead(calls.scanStatus, {});
  const choice = useRead(calls.scanCountries, {});
  return (
    <>
      <ScreenHead
        title={t('page.scan')}
        text={t('verification.scan.text')}
        back={<BackLink to={{ page: pageLinks.documents }}>{t('nav.documents')}</BackLink>}
      />
      <Loaded read={status} skeleton={<SkeletonCard lines={6} />}>
        {({ flow, may_scan: mayScan }) => (
          <Card>
            {flow?.state === 'waiting' ? (
              <Pictures flow={flow} />
            ) : (
              <Stack>
                {flow?.state === 'completed' && <Notice>{t('verification.scan.completed')}</Notice>}
                {mayScan ? (
                  <Loaded read={choice}>{(offered) => <Start offered={offered} />}</Loaded>
                ) : (
                  <LinkButton look="plain" to={{ page: pageLinks.documents }}>
                    {t('nav.documents')}
                  </LinkButton>
                )}
              </Stack>
            )}
          </Card>
        )}
      </Loaded>
    </>
  );
}

/** Which document it is; then the scan waits for its pictures. */
function Start({ offered }: { readonly offered: Choice }) {
  const { t, tag } = useWords();
  const country = useClientPart((state) => state.client?.country) ?? '';
  const create = useWrite(calls.createFlow);
  const wait = useWrite(calls.moveToWaiting);
  const form = useForm({
    name: 'verification.scan',
    form: forms.scan,
    initial: { country, document_type: offered.document_types[0] ?? 'passport' },
    submit: async (input) => {
      await create.mutateAsync(input);
      await wait.mutateAsync({});
    },
  });
  const names = new Intl.DisplayNames([tag], { type: 'region' });
  const types = scannedTypes.filter((type) => offered.document_types.includes(type));
  return (
    <PlainForm
      form={form}
      given={{
        country: { options: offered.countries.map((value) => ({ value, label: names.of(value) ?? value })) },
        document_type: { options: types.map((value) => ({ value, label: t(`verification.scan.type.${value}`) })) },
      }}
      verb={t('verification.scan.start')}
    />
  );
}

/** One side after the other; all of them go to the vendor together. */
function Pictures({ flow }: { readonly flow: Scan }) {
  const { t } = useWords();
  const complete = useWrite(calls.completeFlow);
  const giveUp = useWrite(calls.rejectFlow);
  const next = flow.sides.find((side) => !flow.scanned.includes(side));
  return (
    <Stack>
      <WriteFailure failure={complete.error ?? giveUp.error} />
      {next === undefined ? (
        <>
          <p>{t('verification.scan.whole')}</p>
          <Button isBusy={complete.isPending} onClick={() => complete.mutate({})}>
            {t('verification.scan.complete')}
          </Button>
        </>
      ) : (
        <Picture key={next} side={next} />
      )}
      <Button look="quiet" isBusy={giveUp.isPending} onClick={() => giveUp.mutate({})}>
        {t('verification.scan.giveUp')}
      </Button>
    </Stack>
  );
}

function Picture({ side }: { readonly side: Scan['sides'][number] }) {
  const { t } = useWords();
  const { going, send } = useSendFile(calls.scanPicture);
  const form = useForm({
    name: `verification.picture.${side}`,
    form: forms.picture,
    initial: { file: '' },
    supply: () => ({ side }),
    // The file goes as the browser holds it: the schema speaks of what the server makes of it.
    submit: async (checked, { file }) => {
      if (file !== '') await send({ ...checked, file });
    },
  });
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" isBusy={form.isBusy}>
            {t('verification.scan.send')}
          </Button>
        }
      >
        <h2>{t(`verification.scan.side.${side}`)}</h2>
        <FormFields form={form} given={{ file: going }} />
      </FormLayout>
    </form>
  );
}
