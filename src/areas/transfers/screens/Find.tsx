import type { z } from 'zod';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { TransferStatusPill } from '../../../ui/components/Status.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { transferTitle } from '../../../ui/money/TransferTable.tsx';
import { PageLink, useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { transfersContract, type foundDeposit } from '../contract.ts';
import { MoveOn } from './MoveOn.tsx';

const { calls, forms, pages } = transfersContract;

/** Where a deposit is: found by what the client has of it. */
export default function Find({ query }: ScreenProps<typeof pages.find>) {
  const { t } = useWords();
  const open = useOpen();
  const asked = query.q ?? '';
  const form = useForm({
    name: 'find',
    form: forms.find,
    initial: { q: asked },
    submit: async ({ q }) => open({ page: pages.find, query: { q } }, { replace: true }),
  });
  return (
    <>
      <ScreenHead title={t('page.findDeposit')} text={t('history.find.intro')} />
      <Stack>
        <Card>
          <form {...form.frame}>
            <FormLayout failure={form.failure} actions={<Button type="submit">{t('history.find.action')}</Button>}>
              <FormFields form={form} given={{}} />
            </FormLayout>
          </form>
        </Card>
        {asked !== '' && <Found q={asked} />}
      </Stack>
    </>
  );
}

function Found({ q }: { readonly q: string }) {
  const { t } = useWords();
  const read = useRead(calls.find, { q });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
      {({ deposits }) =>
        deposits.length === 0 ? (
          <Card>
            <EmptyState picture="transfers" title={t('history.find.none.title')} text={t('history.find.none.text')} />
          </Card>
        ) : (
          <Stack>
            {deposits.map((deposit) => (
              <FoundCard key={deposit.id} deposit={deposit} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}

function FoundCard({ deposit }: { readonly deposit: z.infer<typeof foundDeposit> }) {
  const { t, money } = useWords();
  return (
    <Card title={`${money(deposit.amount, deposit.currency)} · ${transferTitle(deposit, t)}`}>
      <Stack>
        <div>
          <TransferStatusPill status={deposit.status} />
        </div>
        <p>{deposit.text}</p>
        {deposit.move_on && <MoveOn move={deposit.move_on} />}
        <PageLink to={{ page: pages.details, params: { id: deposit.id } }}>{t('history.find.open')}</PageLink>
      </Stack>
    </Card>
  );
}
