import { useRead } from '../../../ui/api/reads.ts';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonScreen } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { Contact } from '../../../ui/components/WayOn.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { swapFreeContract, type ShownFee, type ShownPosition, type ShownTerms, type SwapFreeState } from '../contract.ts';
import styles from './OfAccount.module.css';

/** How long positions may be held without swap on an account, what it has cost, and whether the right still stands. */
export default function OfAccount({ params }: ScreenProps<typeof swapFreeContract.pages.ofAccount>) {
  const { t } = useWords();
  const read = useRead(swapFreeContract.calls.ofAccount, { number: params.id });
  useTitle(`${t('swapFree.title')} · ${params.id}`);
  return (
    <Loaded read={read} skeleton={<SkeletonScreen />}>
      {(told) => (
        <>
          <ScreenHead
            back={<BackLink to={{ page: pageLinks.account, params: { id: params.id } }}>{told.title}</BackLink>}
            title={t('swapFree.title')}
            text={t('swapFree.text', { number: String(params.id) })}
          />
          <Stack>
            <SwapFreeNow told={told} />
            {told.state !== 'swap' && (
              <>
                <Positions positions={told.positions} />
                <Terms terms={told.terms} currency={told.fee_currency} />
              </>
            )}
            <Fees fees={told.fees} currency={told.fee_currency} />
          </Stack>
        </>
      )}
    </Loaded>
  );
}

/** Whether the account is without swap, and why not where the right was withdrawn. */
function SwapFreeNow({ told: { number, state, withdrawal } }: { readonly told: SwapFreeState }) {
  const { t, date } = useWords();
  if (state === 'swap') return <Notice title={t('swapFree.swap.title')}>{t('swapFree.swap.text')}</Notice>;
  if (state === 'free') return <Notice tone="note">{t('swapFree.free.text')}</Notice>;
  if (withdrawal === null) return <Notice tone="note">{t('swapFree.returning.text')}</Notice>;
  const day = date(withdrawal.counts_from.slice(0, 10));
  return (
    <Notice tone="warn" title={t(`swapFree.${state}.title`, { day })} action={<Contact subject={String(number)} />}>
      {t(`swapFree.reason.${withdrawal.reason}`)} {state === 'ending' && t('swapFree.ending.text', { day })}
    </Notice>
  );
}

function Positions({ positions }: { readonly positions: readonly ShownPosition[] }) {
  const { t, date } = useWords();
  const columns: readonly Column<ShownPosition>[] = [
    {
      key: 'symbol',
      title: t('swapFree.symbol'),
      onPhone: 'main',
      cell: ({ symbol, lots }) => (
        <bdi dir="ltr">
          {symbol} {lots}
        </bdi>
      ),
    },
    { key: 'nights', title: t('swapFree.nightsHeld'), isFigures: true, cell: ({ nights }) => nights },
    {
      key: 'from',
      title: t('swapFree.chargedFrom'),
      cell: ({ charged_from: from, is_charged: isCharged }) =>
        from === null ? t('swapFree.untold') : t(isCharged ? 'swapFree.chargedSince' : 'swapFree.freeUntil', { day: date(from) }),
    },
  ];
  return (
    <Card title={t('swapFree.positions')} isFlush>
      {positions.length === 0 ? (
        <p className={styles.none}>{t('swapFree.positions.none')}</p>
      ) : (
        <Table label={t('swapFree.positions')} columns={columns} rows={positions} rowKey={({ position }) => position} />
      )}
    </Card>
  );
}

function Terms({ terms, currency }: { readonly terms: readonly ShownTerms[]; readonly currency: string }) {
  const { t } = useWords();
  const columns: readonly Column<ShownTerms>[] = [
    { key: 'group', title: t('swapFree.group'), onPhone: 'main', cell: ({ group }) => t(`swapFree.group.${group}`) },
    { key: 'nights', title: t('swapFree.freeNights'), isFigures: true, cell: ({ nights }) => nights },
    {
      key: 'fee',
      title: t('swapFree.feePerLot'),
      isFigures: true,
      cell: ({ fee }) => <Amount value={fee} currency={currency} />,
    },
  ];
  return (
    <Card title={t('swapFree.terms')} isFlush>
      <p className={styles.none}>{t('swapFree.terms.text')}</p>
      <Table label={t('swapFree.terms')} columns={columns} rows={terms} rowKey={({ group }) => group} />
    </Card>
  );
}

function Fees({ fees, currency }: { readonly fees: readonly ShownFee[]; readonly currency: string }) {
  const { t, date } = useWords();
  const columns: readonly Column<ShownFee>[] = [
    { key: 'night', title: t('swapFree.night'), onPhone: 'main', cell: ({ night }) => date(night) },
    { key: 'positions', title: t('swapFree.positionsCount'), isFigures: true, cell: ({ positions }) => positions },
    { key: 'state', title: t('swapFree.feeState'), cell: ({ state }) => t(`swapFree.fee.${state}`) },
    {
      key: 'amount',
      title: t('swapFree.amount'),
      isFigures: true,
      onPhone: 'beside',
      cell: ({ taken, amount }) => <Amount value={taken?.amount ?? amount} currency={taken?.currency ?? currency} />,
    },
  ];
  return (
    <Card title={t('swapFree.fees')} isFlush>
      {fees.length === 0 ? (
        <p className={styles.none}>{t('swapFree.fees.none')}</p>
      ) : (
        <Table label={t('swapFree.fees')} columns={columns} rows={fees} rowKey={({ id }) => id} />
      )}
    </Card>
  );
}
