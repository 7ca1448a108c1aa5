import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { copyTradingContract, type ListedSignal } from '../contract.ts';
import { SignalCard } from './SignalCard.tsx';
import { Subscribe } from './Subscribe.tsx';
import styles from './CopyTrading.module.css';

const { calls, pages } = copyTradingContract;
const kinds = ['paid', 'free'] as const;
type Kind = (typeof kinds)[number];
type Query = ScreenProps<typeof pages.copyTrading>['query'];

/** More pages are not read at once, whatever an address says. */
const mostPages = 50;

/** Signals that can be subscribed to; the address says how many pages of each kind are shown, so that going back finds them all. */
export function Offered({ query }: { readonly query: Query }) {
  const { t } = useWords();
  const open = useOpen();
  const read = useRead(calls.freePaid, { page: 1 });
  const [chosen, setChosen] = useState<ListedSignal>();
  const show = (change: Query): void => open({ page: pages.copyTrading, query: { ...query, ...change } }, { replace: true });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
      {({ page_size: size, ...offered }) => (
        <>
          {offered.total_free + offered.total_paid === 0 && (
            <EmptyState picture="chart" title={t('copyTrading.none.title')} text={t('copyTrading.none.text')} />
          )}
          {kinds.map((kind) => {
            const last = Math.ceil(offered[`total_${kind}`] / size);
            const shown = Math.min(pagesOf(query[kind]), last);
            const onMore = shown < last ? () => show({ [kind]: String(shown + 1) }) : undefined;
            return shown > 0 && <OfKind key={kind} kind={kind} pages={shown} onMore={onMore} onSubscribe={setChosen} />;
          })}
          {chosen && <Subscribe signal={chosen} onClose={() => setChosen(undefined)} />}
        </>
      )}
    </Loaded>
  );
}

const pagesOf = (written: string | undefined): number =>
  /^[1-9]\d{0,3}$/.test(written ?? '') ? Math.min(Number(written), mostPages) : 1;

interface OfKindProps {
  readonly kind: Kind;
  readonly pages: number;
  readonly onMore: (() => void) | undefined;
  readonly onSubscribe: (signal: ListedSignal) => void;
}

function OfKind({ kind, pages: shown, onMore, onSubscribe }: OfKindProps) {
  const { t } = useWords();
  return (
    <Card title={t(`copyTrading.${kind}`)}>
      <Stack>
        <ul className={styles.grid}>
          {Array.from({ length: shown }, (_each, index) => (
            <SignalPage key={index} kind={kind} page={index + 1} onSubscribe={onSubscribe} />
          ))}
        </ul>
        {onMore && (
          <Button look="plain" onClick={onMore}>
            {t(`copyTrading.${kind}.more`)}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

type SignalPageProps = Pick<OfKindProps, 'kind' | 'onSubscribe'> & { readonly page: number };

function SignalPage({ kind, page, onSubscribe }: SignalPageProps) {
  const read = useRead(calls.freePaid, { page });
  return (
    <Loaded
      read={read}
      skeleton={
        <li>
          <SkeletonCard lines={5} />
        </li>
      }
    >
      {({ [kind]: signals }) =>
        signals.map((signal) => <SignalCard key={signal.id} signal={signal} onSubscribe={() => onSubscribe(signal)} />)
      }
    </Loaded>
  );
}
