import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWidth, type Width } from '../../../ui/page/width.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { Going } from './Going.tsx';
import { copyingContract, type CopiedFollow, type CopyDecision } from '../contract.ts';
import styles from './Copies.module.css';

const { calls, pages } = copyingContract;

const tones = {
  waiting: 'note',
  sent: 'note',
  done: 'gain',
  partly: 'warn',
  refused: 'loss',
  lost: 'loss',
  skipped: 'still',
} as const satisfies Record<CopyDecision['state'], string>;

/** What was copied for an investment, what was not, and why. */
export default function Copies({ params, query }: ScreenProps<typeof pages.copies>) {
  const words = useWords();
  const { t } = words;
  const open = useOpen();
  const width = useWidth();
  const before = Number(query.before);
  const isPage = Number.isSafeInteger(before) && before > 0;
  const read = useRead(calls.copies, { id: params.id, ...(isPage ? { before } : {}) }, { keepsLast: true });
  useTitle(read.data && `${t('page.copies')} · ${read.data.direct.follow.strategy}`);
  const lead = (to: number | undefined): void =>
    open({ page: pages.copies, params, query: to === undefined ? {} : { before: String(to) } });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={12} />}>
      {({ direct: { follow, decisions, next } }) => (
        <>
          <ScreenHead title={t('page.copies')} text={t('copying.text', { strategy: follow.strategy })} />
          <Stack>
            <GateNotice action="invest" />
            <Follow follow={follow} />
            <Going follow={follow} />
            {decisions.length === 0 ? (
              <EmptyState picture="chart" title={t('copying.none.title')} text={t('copying.none.text')} />
            ) : (
              <Card title={t('copying.decisions')} isFlush>
                <Table
                  label={t('copying.decisions')}
                  rows={decisions}
                  rowKey={({ id }) => id}
                  columns={columnsIn(words, follow, width)}
                />
              </Card>
            )}
            {(isPage || next !== null) && (
              <nav className={styles.pages} aria-label={t('copying.pages')}>
                {isPage && (
                  <Button look="plain" onClick={() => lead(undefined)}>
                    {t('copying.latest')}
                  </Button>
                )}
                {next !== null && (
                  <Button look="plain" onClick={() => lead(next)}>
                    {t('copying.earlier')}
                  </Button>
                )}
              </nav>
            )}
          </Stack>
        </>
      )}
    </Loaded>
  );
}

function Follow({ follow }: { readonly follow: CopiedFollow }) {
  const { t } = useWords();
  const mode = t(follow.safety_mode ? 'copying.mode.safe' : 'copying.mode.whole');
  return (
    <Card>
      <Facts
        items={[
          { key: 'strategy', name: t('copying.strategy'), value: follow.strategy },
          { key: 'account', name: t('copying.account'), value: String(follow.account) },
          { key: 'mode', name: t('copying.mode'), value: mode },
          { key: 'open', name: t('copying.open'), value: String(follow.open_copies) },
        ]}
      />
    </Card>
  );
}

interface Currencies {
  readonly currency: string;
  readonly strategy_currency: string;
}

function columnsIn(
  { t, dateTime }: Words,
  { currency, strategy_currency: strategy }: Currencies,
  width: Width,
): readonly Column<CopyDecision>[] {
  return [
    {
      key: 'what',
      title: t('copying.trade'),
      cell: ({ kind, symbol, side }) => t(`copying.kind.${kind}`, { symbol, side: t(`copying.side.${side}`) }),
    },
    { key: 'at', title: t('copying.at'), onPhone: 'below', cell: ({ decided_at: at }) => dateTime(at) },
    {
      key: 'lots',
      title: t('copying.lots'),
      isFigures: true,
      cell: (each) => <bdi dir="ltr">{`${each.filled_lots ?? each.lots ?? '–'} / ${each.strategy_lots ?? '–'}`}</bdi>,
    },
    {
      key: 'price',
      title: t('copying.price'),
      isFigures: true,
      cell: (each) => <bdi dir="ltr">{`${each.filled_price ?? '–'} / ${each.strategy_price ?? '–'}`}</bdi>,
    },
    {
      key: 'equity',
      title: t('copying.equity'),
      isFigures: true,
      isWideOnly: true,
      cell: (each) =>
        each.equity === null || each.strategy_equity === null ? (
          '–'
        ) : (
          <>
            <Amount value={each.equity} currency={currency} /> / <Amount value={each.strategy_equity} currency={strategy} />
          </>
        ),
    },
    ...(width === 'phone' ? outcomeOnPhone(t) : [outcome(t)]),
  ];
}

/** How a decision came out and why, which is too long for a narrow column of its own. */
function outcome(t: Words['t']): Column<CopyDecision> {
  return {
    key: 'state',
    title: t('copying.state'),
    cell: (each) => (
      <div className={styles.outcome}>
        <State decision={each} />
        <p>
          <Why decision={each} />
        </p>
      </div>
    ),
  };
}

function outcomeOnPhone(t: Words['t']): readonly Column<CopyDecision>[] {
  return [
    { key: 'state', title: t('copying.state'), onPhone: 'beside', cell: (each) => <State decision={each} /> },
    { key: 'why', title: t('copying.why'), cell: (each) => <Why decision={each} /> },
  ];
}

function State({ decision: { state } }: { readonly decision: CopyDecision }) {
  const { t } = useWords();
  return <Status tone={tones[state]}>{t(`copying.state.${state}`)}</Status>;
}

/** What is said of how a decision came out. */
export function Why({ decision }: { readonly decision: CopyDecision }) {
  const { t } = useWords();
  const { cause, reason, is_stop_out: isStopOut, slippage_points: points, stop_loss: stop, take_profit: take, kind } = decision;
  const said = [
    isStopOut && t('copying.strategyStoppedOut'),
    cause && t(`copying.cause.${cause}`),
    reason && t(`copying.reason.${reason}`),
    points !== null && points !== 0 && t(points > 0 ? 'copying.worse' : 'copying.better', { points: Math.abs(points) }),
    kind === 'stops' && t('copying.stopsAt', { stop: stop ?? '–', take: take ?? '–' }),
  ].filter((each) => typeof each === 'string');
  return said.length === 0 ? '–' : said.join(' ');
}
