import { useState } from 'react';
import { useDownload } from '../../../ui/api/download.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { DayField } from '../../../ui/components/DayField.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { RelativeAge, useNow } from '../../../ui/components/RelativeAge.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { calendarContract, firstCalendarDay, importances, type EconomicEvent, type Feed, type Importance } from '../contract.ts';
import { addDays } from '../rules.ts';
import { AlertDialog } from './AlertDialog.tsx';
import styles from './EconomicCalendar.module.css';
import { Events } from './Events.tsx';

const { calls, pages } = calendarContract;
/** What changes is told over the stream; the age of the calendar is asked for beside it. */
const everyMs = 60_000;
const spans = { day: 1, week: 7, month: 31 } as const;
type SpanName = keyof typeof spans;
const spanNames = Object.keys(spans) as readonly SpanName[];

interface View {
  readonly from: string;
  readonly span: SpanName;
  readonly country: string;
  readonly importance: Importance;
}

/** Figures that move prices, by day, country and importance, by the clocks of whoever looks. The address holds the question. */
export default function EconomicCalendar({ query }: ScreenProps<typeof pages.economicCalendar>) {
  const { t } = useWords();
  const open = useOpen();
  const today = dayOf(useNow());
  const view = viewOf(query, today);
  const { from, span, country, importance } = view;
  const asked = {
    from,
    till: addDays(from, spans[span] - 1),
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    importance,
    ...(country === '' ? {} : { country }),
  };
  const read = useRead(calls.events, asked, { everyMs, keepsLast: true });
  const file = useDownload(calls.file);
  const show = (change: Partial<View>): void => {
    const next = { ...view, ...change };
    open({ page: pages.economicCalendar, query: { ...next, country: next.country || undefined } }, { replace: true });
  };
  return (
    <>
      <ScreenHead
        title={t('calendar.title')}
        text={t('calendar.text')}
        actions={
          <Button look="plain" icon="download" isBusy={file.bytes !== undefined} onClick={() => void file.start(asked)}>
            {t('calendar.file')}
          </Button>
        }
      />
      <WriteFailure failure={file.failure} />
      <Loaded read={read} skeleton={<SkeletonCard lines={12} />}>
        {(told) => (
          <Stack>
            <Age feed={told.feed} />
            <Card>
              <Question view={view} today={today} countries={told.countries} onChange={show} />
            </Card>
            <Pages key={JSON.stringify(asked)} asked={asked} first={told} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

/** The device's own date then. */
function dayOf(instant: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}

/** What the address names, as far as there is such a thing. */
function viewOf(query: ScreenProps<typeof pages.economicCalendar>['query'], today: string): View {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(query.from ?? '') && !Number.isNaN(Date.parse(`${query.from}T00:00:00Z`));
  return {
    from: isDay && query.from !== undefined ? query.from : today,
    span: spanNames.find((name) => name === query.span) ?? 'week',
    country: /^[A-Z]{2}$/.test(query.country ?? '') ? (query.country ?? '') : '',
    importance: importances.find((name) => name === query.importance) ?? 'low',
  };
}

/** How old the calendar is, and since when it is not to be relied on. */
function Age({ feed: { as_of: asOf, broken_since: brokenSince } }: { readonly feed: Feed }) {
  const { t, dateTime } = useWords();
  if (brokenSince !== null)
    return (
      <Notice tone="warn" title={t('calendar.broken', { since: dateTime(brokenSince) })}>
        {t(asOf === null ? 'calendar.broken.nothing' : 'calendar.broken.text')}
      </Notice>
    );
  if (asOf === null) return null;
  return (
    <p className={styles.age}>
      {t('calendar.age')} <RelativeAge at={asOf} />
    </p>
  );
}

interface QuestionProps {
  readonly view: View;
  readonly today: string;
  readonly countries: readonly string[];
  readonly onChange: (change: Partial<View>) => void;
}

function Question({ view, today, countries, onChange }: QuestionProps) {
  const words = useWords();
  const { t } = words;
  const known = countries.includes(view.country) || view.country === '' ? countries : [...countries, view.country];
  return (
    <div className={styles.question}>
      <DayField
        label={t('calendar.from')}
        value={view.from}
        first={firstCalendarDay}
        last={addDays(today, 330)}
        onDay={(day) => onChange({ from: day === '' ? today : day })}
      />
      <SelectField
        label={t('calendar.span')}
        value={view.span}
        options={spanNames.map((value) => ({ value, label: t(`calendar.span.${value}`) }))}
        onChange={({ target }) => onChange({ span: spanNames.find((name) => name === target.value) ?? 'week' })}
      />
      <SelectField
        label={t('calendar.country')}
        value={view.country}
        options={[
          { value: '', label: t('calendar.country.all') },
          ...known.map((value) => ({ value, label: words.country(value) })),
        ]}
        onChange={({ target }) => onChange({ country: target.value })}
      />
      <SelectField
        label={t('calendar.importance')}
        value={view.importance}
        options={importances.map((value) => ({ value, label: t(`calendar.importance.from.${value}`) }))}
        onChange={({ target }) => onChange({ importance: importances.find((name) => name === target.value) ?? 'low' })}
      />
    </div>
  );
}

interface PagesProps {
  readonly asked: Parameters<typeof useRead<typeof calls.events>>[1];
  readonly first: { readonly events: readonly EconomicEvent[]; readonly next: string | null };
}

/** The first hundred, and the rest as far as it is asked for. */
function Pages({ asked, first }: PagesProps) {
  const { t } = useWords();
  const [after, setAfter] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<EconomicEvent>();
  const last = useRead(calls.events, { ...asked, after: after.at(-1) ?? '' }, { enabled: after.length > 0, everyMs });
  const [before, setBefore] = useState<readonly EconomicEvent[]>([]);
  const isFirst = after.length === 0;
  const shown = isFirst ? first : last.data;
  const next = shown?.next ?? null;
  const events = [...(isFirst ? [] : [...first.events, ...before]), ...(shown?.events ?? [])];
  return (
    <Card isFlush>
      <Events events={events} onAlert={setChosen} />
      {next !== null && (
        <div className={styles.more}>
          <Button
            look="plain"
            onClick={() => {
              if (!isFirst) setBefore([...before, ...(shown?.events ?? [])]);
              setAfter([...after, next]);
            }}
          >
            {t('calendar.more')}
          </Button>
        </div>
      )}
      {!isFirst && last.data === undefined && <SkeletonCard lines={4} />}
      {chosen && <AlertDialog event={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}
