import { useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Icon } from '../../../ui/components/Icon.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonScreen } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { PageLink } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { openingContract } from '../contract.ts';

type Topped = AnswerOf<typeof openingContract.calls.topUp>;

/** More play money for a demo account. */
export default function TopUp({ params }: ScreenProps<typeof openingContract.pages.topUp>) {
  const { t } = useWords();
  const read = useRead(openingContract.calls.opened, { number: params.id });
  return (
    <Loaded read={read} skeleton={<SkeletonScreen />}>
      {({ number, is_demo: isDemo, currency }) => (
        <>
          <ScreenHead
            back={
              <PageLink to={{ page: pageLinks.account, params: { id: number } }}>
                <Icon name="back" size={16} />
                {number}
              </PageLink>
            }
            title={t('opening.topUp.title')}
          />
          <Card>{isDemo ? <TopUpForm number={number} currency={currency} /> : <Notice>{t('opening.topUp.live')}</Notice>}</Card>
        </>
      )}
    </Loaded>
  );
}

function TopUpForm({ number, currency }: { readonly number: number; readonly currency: string }) {
  const { t } = useWords();
  const send = useWrite(openingContract.calls.topUp);
  const [topped, setTopped] = useState<Topped>();
  const form = useForm({
    name: `opening.topUp.${number}`,
    form: openingContract.forms.topUp,
    initial: { amount: '10000' },
    supply: () => ({ number }),
    submit: async (asked) => setTopped(await send.mutateAsync(asked)),
  });
  if (topped) return <Given topped={topped} />;
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" isBusy={form.isBusy}>
            {t('opening.topUp.do')}
          </Button>
        }
      >
        <FormFields form={form} given={{ amount: { currency } }} />
      </FormLayout>
    </form>
  );
}

function Given({ topped: { account, status } }: { readonly topped: Topped }) {
  const { t } = useWords();
  return (
    <Stack>
      <Notice tone={status === 'done' ? 'gain' : 'note'} isUrgent>
        {t(status === 'done' ? 'opening.topUp.done' : 'opening.topUp.pending')}{' '}
        {status === 'done' && <Amount value={account.balance} currency={account.currency} />}
      </Notice>
      <div>
        <LinkButton to={{ page: pageLinks.account, params: { id: account.number } }}>{t('opening.success.details')}</LinkButton>
      </div>
    </Stack>
  );
}
