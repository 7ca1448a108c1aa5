import { useWrite } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { EmptyState, WriteFailure } from '../../../ui/components/States.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { depositContract } from '../contract.ts';

type Terms = NonNullable<AnswerOf<typeof depositContract.calls.form>['unverified']>;

/** Before anything is typed: how much, until when, and what opens the rest. */
export function UnverifiedTerms({ terms }: { readonly terms: Terms }) {
  const { t, money, date } = useWords();
  const { cap, left, currency, days, due_at: due } = terms;
  const amounts = { cap: money(cap, currency), left: money(left, currency) };
  return (
    <Notice
      tone="warn"
      title={t('deposit.unverified.title')}
      action={<PageLink to={{ page: pageLinks.documents }}>{t('deposit.unverified.verify')}</PageLink>}
    >
      {Number(left) > 0 ? t('deposit.unverified.text', amounts) : t('deposit.unverified.full', amounts)}{' '}
      {due === null ? t('deposit.unverified.days', { days }) : t('deposit.unverified.due', { day: date(due) })}
    </Notice>
  );
}

/** No account is opened before the papers are approved, so there may be nowhere to pay to. */
export function NoWallet() {
  const { t } = useWords();
  const open = useWrite(depositContract.calls.openWallet);
  return (
    <Card>
      <EmptyState
        picture="wallet"
        title={t('deposit.noWallet.title')}
        text={t('deposit.noWallet.text')}
        action={
          <Button isBusy={open.isPending} onClick={() => open.mutate({})}>
            {t('deposit.noWallet.action')}
          </Button>
        }
      />
      <WriteFailure failure={open.error} />
    </Card>
  );
}
