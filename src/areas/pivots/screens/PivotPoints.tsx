import { useEffect, useMemo, useState } from 'react';
import { CallFailure } from '../../../ui/api/failure.ts';
import { useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Choice, SelectField } from '../../../ui/components/Choice.tsx';
import { RefusalDialog } from '../../../ui/components/RefusalDialog.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWidth } from '../../../ui/page/width.ts';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import {
  pivotMethods,
  pivotsContract,
  pivotTimeframes,
  usualSymbol,
  usualTimeframe,
  type PivotMethod,
  type PivotTimeframe,
} from '../contract.ts';
import { isDisabled, timeframeFor } from '../rules.ts';
import { isDrawable } from './distances.ts';
import { Indicators } from './Indicators.tsx';
import { LevelsChart, LevelsTable, type DistancesRead } from './Levels.tsx';
import styles from './PivotPoints.module.css';

const { pages, calls } = pivotsContract;
/** Levels change with the candle, the price beside them all the time. */
const everyMs = 10_000;

interface View {
  readonly symbol: string;
  readonly timeframe: PivotTimeframe;
  readonly method: PivotMethod;
}

type Symbols = AnswerOf<typeof calls.symbols>['direct']['symbols'];

/** Where the price may turn, by five methods, and what three indicators say. */
export default function PivotPoints({ query }: ScreenProps<typeof pages.pivotPoints>) {
  const { t } = useWords();
  const open = useOpen();
  const list = useRead(calls.symbols, { 'include-shares': true });
  const symbols = list.data?.direct.symbols ?? [];
  const view = viewOf(query, symbols);
  const show = (change: Partial<View> & { readonly step2?: string }): void => {
    const next = { ...view, ...change };
    open({ page: pages.pivotPoints, query: { ...next, timeframe: frameFor(next, symbols) } }, { replace: true });
  };
  return (
    <>
      <ScreenHead title={t('pivots.title')} text={t('pivots.text')} />
      <Loaded read={list} skeleton={<SkeletonCard lines={10} />}>
        {({ direct }) => (
          <Stack>
            <Card>
              <Question view={view} symbols={symbols} onChange={show} />
            </Card>
            <Answer view={view} address={direct.price_levels} isEnrolling={query.step2 !== undefined} onChange={show} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

/** What the address names, as far as there is such a thing. */
function viewOf(query: ScreenProps<typeof pages.pivotPoints>['query'], symbols: Symbols): View {
  const symbol = symbols.find((one) => one.symbol === query.symbol)?.symbol ?? usualSymbol;
  const timeframe = pivotTimeframes.find((one) => one === query.timeframe) ?? usualTimeframe;
  const method = pivotMethods.find((one) => one === query.method) ?? 'standard';
  return { symbol, method, timeframe: frameFor({ symbol, timeframe }, symbols) };
}

function frameFor({ symbol, timeframe }: Pick<View, 'symbol' | 'timeframe'>, symbols: Symbols): PivotTimeframe {
  const group = symbols.find((one) => one.symbol === symbol)?.group;
  return group === undefined ? timeframe : timeframeFor(group, timeframe);
}

interface QuestionProps {
  readonly view: View;
  readonly symbols: Symbols;
  readonly onChange: (change: Partial<View>) => void;
}

function Question({ view, symbols, onChange }: QuestionProps) {
  const { t } = useWords();
  const group = symbols.find((one) => one.symbol === view.symbol)?.group;
  return (
    <div className={styles.question}>
      <SelectField
        label={t('pivots.symbol')}
        value={view.symbol}
        options={symbols.map(({ symbol, description }) => ({ value: symbol, label: `${symbol} · ${description}` }))}
        onChange={(event) => onChange({ symbol: event.target.value })}
      />
      <OneOf
        label={t('pivots.method')}
        name="pivot-method"
        value={view.method}
        options={pivotMethods.map((value) => ({ value, label: t(`pivots.method.${value}`) }))}
        onChange={(method) => onChange({ method })}
      />
      <OneOf
        label={t('pivots.timeframe')}
        name="pivot-timeframe"
        value={view.timeframe}
        options={pivotTimeframes.map((value) => ({
          value,
          label: t(`pivots.timeframe.${value}`),
          isDisabled: group !== undefined && isDisabled(group, value),
        }))}
        onChange={(timeframe) => onChange({ timeframe })}
      />
    </div>
  );
}

interface OneOfProps<Value extends string> {
  readonly label: string;
  readonly name: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly isDisabled?: boolean }[];
  readonly onChange: (value: Value) => void;
}

/** All in sight where there is room, the device's own list on a phone. */
function OneOf<Value extends string>({ label, name, value, options, onChange }: OneOfProps<Value>) {
  const width = useWidth();
  if (width !== 'phone')
    return <Choice label={label} name={name} look="segments" value={value} options={options} onChange={onChange} />;
  return (
    <SelectField
      label={label}
      value={value}
      options={options}
      onChange={(event) => {
        const chosen = options.find((one) => one.value === event.target.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

interface AnswerProps {
  readonly view: View;
  /** Of the levels with their distances. */
  readonly address: string;
  /** The second step of the registration stands over the page. */
  readonly isEnrolling: boolean;
  readonly onChange: (change: Partial<View> & { readonly step2?: string }) => void;
}

function Answer({ view, address, isEnrolling, onChange }: AnswerProps) {
  const { symbol, method: calc_method, timeframe } = view;
  const asked = { calc_method, symbol, timeframe };
  const levels = useRead(calls.levels, asked, { everyMs });
  const distances = useDistances(address, { asked, isWanted: levels.data !== undefined });
  useSecondStep({
    symbol,
    isAnswered: levels.data !== undefined,
    isRefused: levels.error?.code === '10032',
    isEnrolling,
    onChange,
  });
  return (
    <>
      {levels.data === undefined && <NotAnswered key={Object.values(view).join('/')} failure={levels.error} />}
      <Loaded read={levels} skeleton={<SkeletonCard lines={10} />}>
        {(data) => (
          <Columns kind="main-aside">
            <Stack>
              <LevelsChart read={distances} />
            </Stack>
            <Stack>
              <LevelsTable data={data} read={distances} />
              <Indicators data={data} />
            </Stack>
          </Columns>
        )}
      </Loaded>
    </>
  );
}

/** Document 3 §8: what is not 10032 is told by a dialog, once for what was asked; its words stand on the page too. Without a network nobody has said no. */
function NotAnswered({ failure }: { readonly failure: CallFailure | null }) {
  const { t } = useWords();
  const [first, setFirst] = useState<CallFailure>();
  const isTold = failure !== null && failure.kind !== 'offline' && failure.code !== '10032';
  if (isTold && first === undefined) setFirst(failure);
  return <RefusalDialog failure={first ?? null} title={t('pivots.failed')} means="dialog" />;
}

interface Distances {
  readonly asked: Parameters<typeof useRead<typeof calls.priceLevels>>[1];
  readonly isWanted: boolean;
}

/** Document 3 §7: asked for at the address that the broker has set. What somebody else answers there is looked at before it is drawn. */
function useDistances(address: string, { asked, isWanted }: Distances): DistancesRead {
  const { t } = useWords();
  const spec = { ...calls.priceLevels, path: address.replace('{method}', '{calc_method}') };
  const read = useRead(spec, asked, { everyMs, enabled: isWanted, isElsewhere: true });
  const { data } = read;
  const isRead = useMemo(() => data === undefined || isDrawable(data), [data]);
  if (isRead) return read;
  const told = { code: 'levels_unreadable', errttl: '', errmsg: t('pivots.levels.unreadable'), validation_messages: {} };
  const error = new CallFailure({ kind: 'refused', status: 200, errors: [told] });
  return { data: undefined, error, refetch: read.refetch };
}

interface SecondStep extends Pick<AnswerProps, 'isEnrolling' | 'onChange'> {
  readonly symbol: string;
  readonly isAnswered: boolean;
  readonly isRefused: boolean;
}

/** Document 3 §8: 10032 opens the second step; who dismisses it has the symbol of before. */
function useSecondStep({ symbol, isAnswered, isRefused, isEnrolling, onChange }: SecondStep): void {
  const [shown, setShown] = useState(usualSymbol);
  const [step, setStep] = useState<{ readonly of: string; readonly stage: 'asked' | 'open' | 'dismissed' }>();
  const stage = step?.of === symbol ? step.stage : undefined;
  if (isAnswered && shown !== symbol) setShown(symbol);
  if (isAnswered && step && step.of !== symbol) setStep(undefined);
  useEffect(() => {
    // While it is asked anew nobody knows of a refusal: what was begun for the symbol goes on.
    if (stage === undefined && isRefused) {
      setStep({ of: symbol, stage: 'asked' });
      onChange({ step2: '1' });
    } else if (stage === 'asked' && isEnrolling) setStep({ of: symbol, stage: 'open' });
    else if (stage === 'open' && !isEnrolling) {
      setStep({ of: symbol, stage: 'dismissed' });
      onChange({ symbol: shown });
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `onChange` is another function with every drawing
  }, [isRefused, isEnrolling, stage, shown, symbol]);
}
