import { useState } from 'react';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Choice, SelectField } from '../../../ui/components/Choice.tsx';
import { DayField } from '../../../ui/components/DayField.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { rateDigits } from '../../../ui/money/rate.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { rateTableCurrencies } from '../../../law/rates.ts';
import {
  firstRateDay,
  rateDirections,
  ratesContract,
  type ConversionRate,
  type OwnRate,
  type RateDirection,
} from '../contract.ts';
import { Converter } from './Converter.tsx';
import { directionOf, pairOf } from './question.ts';
import styles from './Rates.module.css';

const { pages, calls } = ratesContract;

/** The conversion rates of a day, and what an amount comes to at them. */
export default function Rates({ query }: ScreenProps<typeof pages.rates>) {
  const words = useWords();
  const { t } = words;
  const open = useOpen();
  const date = /^\d{4}-\d{2}-\d{2}$/.test(query.date ?? '') ? query.date : undefined;
  const read = useRead(calls.rates, date === undefined ? {} : { date }, { keepsLast: true });
  const direction = directionOf(query.direction);
  const pair = pairOf(query.from, query.to);
  const show = (change: Readonly<Record<string, string>>): void =>
    open({ page: pages.rates, query: { ...query, ...pair, direction, ...change } }, { replace: true });
  return (
    <>
      <ScreenHead title={t('rates.page.title')} text={t('rates.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={10} />}>
        {(data) => (
          <Columns kind="main-aside">
            <Stack>
              <Question data={data} direction={direction} from={pair.from} onChange={show} />
              <Card isFlush title={t('rates.table', { currency: pair.from })}>
                <Table
                  label={t('rates.table', { currency: pair.from })}
                  rows={data.rates[direction].filter(({ from }) => from === pair.from)}
                  rowKey={({ to }) => to}
                  columns={columnsIn(words, data.own_rates)}
                />
              </Card>
            </Stack>
            <Card title={t('rates.converter')}>
              <Converter rates={data.rates[direction]} pair={pair} amount={query.amount} onChange={show} />
            </Card>
          </Columns>
        )}
      </Loaded>
    </>
  );
}

interface QuestionProps {
  readonly data: AnswerOf<typeof calls.rates>;
  readonly direction: RateDirection;
  readonly from: string;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** Which rates, of which day, and how old they are. */
function Question({ data, direction, from, onChange }: QuestionProps) {
  const { t } = useWords();
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  return (
    <Card>
      <div className={styles.question}>
        <Choice
          label={t('rates.direction')}
          name="direction"
          look="segments"
          value={direction}
          onChange={(next) => onChange({ direction: next })}
          options={rateDirections.map((value) => ({ value, label: t(`rates.direction.${value}`) }))}
        />
        <DayField
          label={t('rates.date')}
          value={data.date}
          first={firstRateDay}
          last={laterDay(data.date, today)}
          onDay={(day) => onChange({ date: day })}
        />
        <SelectField
          label={t('rates.from')}
          value={from}
          onChange={(event) => onChange({ from: event.target.value })}
          options={rateTableCurrencies.map((value) => ({ value, label: value }))}
        />
      </div>
      <p className={styles.age}>
        {t('rates.published')} <RelativeAge at={data.as_of} />
      </p>
      {data.is_awaited && data.is_fresh && <Notice>{t('rates.awaited')}</Notice>}
      {!data.is_fresh && <Notice tone="warn">{t('rates.stale')}</Notice>}
    </Card>
  );
}

/** The server's day counts where its clock is ahead of this device's. */
function laterDay(first: string, second: string): string {
  return first > second ? first : second;
}

/** As many decimals as most rates have; shorter ones are filled up unseen, so that all stand on the point. */
const usualDigits = 5;

function columnsIn({ t, number }: Words, ownRates: readonly OwnRate[]): readonly Column<ConversionRate>[] {
  const figure = (rate: string) => {
    const digits = rateDigits(rate);
    return (
      <bdi className="figures" dir="ltr">
        {number(rate, digits)}
        <span className={styles.filling} aria-hidden="true">
          {digits === 0 && '.'}
          {'0'.repeat(Math.max(0, usualDigits - digits))}
        </span>
      </bdi>
    );
  };
  return [
    {
      key: 'to',
      title: t('rates.column.to'),
      onPhone: 'main',
      cell: ({ to }) => <Target currency={to} own={ownRates.find(({ currency }) => currency === to)} />,
    },
    { key: 'rate', title: t('rates.column.rate'), isFigures: true, onPhone: 'beside', cell: ({ rate }) => figure(rate) },
    { key: 'original', title: t('rates.column.original'), isFigures: true, cell: ({ original }) => figure(original) },
  ];
}

/** A currency, and how old its rate is where the broker makes it and not the Bank. */
function Target({ currency, own }: { readonly currency: string; readonly own: OwnRate | undefined }) {
  const { t } = useWords();
  return (
    <div>
      {currency}
      {own && (
        <span className={styles.own}>
          {t(own.is_usable ? 'rates.own' : 'rates.own.old')} <RelativeAge at={own.as_of} />
        </span>
      )}
    </div>
  );
}
