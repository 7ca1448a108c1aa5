import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { DayField } from '../../../ui/components/DayField.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useDeclared } from '../../../ui/desk/columns.tsx';
import { ListCard } from '../../../ui/desk/ListCard.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { treasuryContract } from '../contract.ts';
import { awaitedColumns, comingColumns, lyingColumns, moneyColumns, trialColumns } from '../rules.ts';

const { calls, deskPages: pages } = treasuryContract;

/** A day of the book: client money, what lies where, the payouts to come, and the trial balance. */
export default function Treasury({ query }: ScreenProps<typeof pages.treasury>) {
  const { t } = useWords();
  const open = useOpen();
  const asked = query.day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(query.day) ? { day: query.day } : {};
  const read = useRead(calls.day, asked, { keepsLast: true });
  return (
    <>
      <ScreenHead title={t('desk.nav.treasury')} text={t('treasury.text')} />
      <Stack>
        <Card>
          <DayField
            label={t('treasury.day')}
            value={read.data?.day ?? ''}
            onDay={(next) => open({ page: pages.treasury, query: { day: next } }, { replace: true })}
          />
        </Card>
        <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
          {(told) => <Day told={told} day={told.day} />}
        </Loaded>
      </Stack>
    </>
  );
}

function Day({ told, day }: { readonly told: AnswerOf<typeof calls.day>; readonly day: string }) {
  const { t, day: dayText } = useWords();
  const declared = useDeclared();
  const open = t('treasury.coming.open');
  return (
    <Stack>
      {!told.is_even && (
        <Notice tone="warn" action={<ToDifferences />}>
          {t('treasury.uneven')}
        </Notice>
      )}
      {told.client_money.some(({ is_short: isShort }) => isShort) && (
        <Notice tone="warn" action={<ToDifferences />}>
          {t('treasury.short')}
        </Notice>
      )}
      {told.lying.some(({ is_short: isShort }) => isShort) && <Notice tone="warn">{t('treasury.lying.short')}</Notice>}
      <ListCard
        title={t('treasury.clientMoney')}
        table="treasury.client_money"
        asked={{ day }}
        rows={told.client_money}
        rowKey={keyOf}
        columns={declared(moneyColumns)}
      />
      <ListCard
        title={t('treasury.lying')}
        table="treasury.lying"
        asked={{ day }}
        rows={told.lying}
        rowKey={(row) => `${keyOf(row)} ${row.provider}`}
        columns={declared(lyingColumns)}
      />
      <ListCard
        title={t('treasury.coming')}
        table="treasury.coming"
        rows={told.coming}
        rowKey={(row) => `${keyOf(row)} ${row.day} ${row.provider}`}
        columns={declared(comingColumns, { day: { onPhone: 'main', cell: ({ day: of }) => (of === null ? open : dayText(of)) } })}
        none={t('treasury.awaited.none')}
      />
      <ListCard
        title={t('treasury.awaited')}
        table="treasury.awaited"
        rows={told.awaited}
        rowKey={keyOf}
        columns={declared(awaitedColumns)}
        none={t('treasury.awaited.none')}
      />
      <ListCard
        title={t('treasury.trial')}
        table="treasury.trial"
        asked={{ day }}
        rows={told.trial}
        rowKey={(row) => `${keyOf(row)} ${row.account}`}
        columns={declared(trialColumns)}
      />
    </Stack>
  );
}

/** To what the book says beside what everybody else says. */
function ToDifferences() {
  const { t } = useWords();
  return (
    <LinkButton look="plain" size="small" to={{ page: pages.reconciliations }}>
      {t('desk.nav.reconciliations')}
    </LinkButton>
  );
}

function keyOf({ company, currency }: { readonly company: number; readonly currency: string }): string {
  return `${company} ${currency}`;
}
