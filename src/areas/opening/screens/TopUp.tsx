import { useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { DemoMark } from '../../../ui/components/DemoMark.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonScreen } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { openingContract } from '../contract.ts';

type Topped = AnswerOf<typeof openingContract.calls.topUp>;

/** More play money for a demo account. */
export default function TopUp({ params }: ScreenProps<typeof openingContract.pages.topUp>) {
  const { t } = useWords();
  const read = useRead(openingContract.calls.opened, { number: params.id });
  useTitle(`${t('opening.topUp.title')} · ${params.id}`);
  return (
    <Loaded read={read} skeleton={<SkeletonScreen />}>
      {({ number, is_demo: isDemo, currency }) => (
        <>
          <ScreenHead
            back={<BackLink to={{ page: pageLinks.account, params: { id: number } }}>{number}</BackLink>}
            title={t('opening.topUp.title')}
            text={isDemo ? <DemoMark /> : undefined}
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
  return <PlainForm form={form} given={{ amount: { currency } }} verb={t('opening.topUp.do')} />;
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
