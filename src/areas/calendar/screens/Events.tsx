import { Button } from '../../../ui/components/Button.tsx';
import { Flag } from '../../../ui/components/Flag.tsx';
import { EmptyState } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useNow } from '../../../ui/components/RelativeAge.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import type { EconomicEvent } from '../contract.ts';
import styles from './EconomicCalendar.module.css';

interface EventsProps {
  readonly events: readonly EconomicEvent[];
  readonly onAlert: (event: EconomicEvent) => void;
}

/** Day by day, in the order in which they come. */
export function Events({ events, onAlert }: EventsProps) {
  const words = useWords();
  const { t, date } = words;
  const now = useNow();
  if (events.length === 0) return <EmptyState picture="chart" title={t('calendar.none.title')} text={t('calendar.none.text')} />;
  return (
    <Table
      label={t('calendar.title')}
      rows={events}
      rowKey={({ event_id: id }) => id}
      groupOf={({ local_date: day }) => date(`${day}T12:00:00`)}
      columns={columnsIn(words, now, onAlert)}
    />
  );
}

const tones = { low: 'still', medium: 'note', high: 'warn' } as const;

function columnsIn(words: Words, now: Date, onAlert: EventsProps['onAlert']): readonly Column<EconomicEvent>[] {
  const { t, time } = words;
  return [
    {
      key: 'title',
      title: t('calendar.event'),
      onPhone: 'main',
      cell: (event) => (
        <span className={styles.title}>
          {event.title}
          <Status tone={tones[event.importance]}>{t(`calendar.importance.${event.importance}`)}</Status>
          {event.state === 'cancelled' && <Status tone="loss">{t('calendar.cancelled')}</Status>}
          {event.moved_from !== null && (
            <span className={styles.before}>{t('calendar.moved', { from: words.dateTime(event.moved_from) })}</span>
          )}
        </span>
      ),
    },
    {
      key: 'time',
      title: t('calendar.time'),
      onPhone: 'beside',
      cell: ({ starts_at: at, state }) =>
        state === 'tentative' ? t('calendar.tentative') : <time dateTime={at}>{time(at)}</time>,
    },
    {
      key: 'country',
      title: t('calendar.country'),
      onPhone: 'below',
      cell: ({ country, currency }) => (
        <span className={styles.country} title={words.country(country)}>
          <Flag country={country} />
          <span className="only-heard">{words.country(country)}</span>
          <bdi dir="ltr">{currency}</bdi>
        </span>
      ),
    },
    ...figuresIn(words),
    alertColumn(words, now, onAlert),
  ];
}

function alertColumn({ t }: Words, now: Date, onAlert: EventsProps['onAlert']): Column<EconomicEvent> {
  return {
    key: 'alert',
    title: t('calendar.alert'),
    onPhone: 'action',
    cell: (event) => {
      const isOver = event.state === 'released' || event.state === 'cancelled' || new Date(event.starts_at) <= now;
      if (isOver && event.alert_minutes === null) return null;
      return (
        <Button look="quiet" size="small" icon="bell" onClick={() => onAlert(event)}>
          {event.alert_minutes === null ? t('calendar.alert.none') : t('calendar.alert.set', { minutes: event.alert_minutes })}
          <span className="only-heard"> {event.title}</span>
        </Button>
      );
    },
  };
}

function figuresIn(words: Words): readonly Column<EconomicEvent>[] {
  const { t } = words;
  const figure = (name: 'actual' | 'forecast' | 'previous', before?: 'actual_before' | 'previous_before') => ({
    key: name,
    title: t(`calendar.${name}`),
    isFigures: true as const,
    onPhone: 'under' as const,
    cell: (event: EconomicEvent) => (
      <span>
        {figureOf(words, event, event[name])}
        {before && event[before] !== null && (
          <span className={styles.before}>{t('calendar.before', { value: figureOf(words, event, event[before]) })}</span>
        )}
      </span>
    ),
  });
  return [figure('actual', 'actual_before'), figure('forecast'), figure('previous', 'previous_before')];
}

/** "0.2%", "160 thousand"; a dash while nobody knows it. */
function figureOf({ t, number }: Words, { unit }: EconomicEvent, value: string | null): string {
  if (value === null) return '–';
  const decimals = value.split('.')[1]?.length ?? 0;
  return t(`calendar.unit.${unit}`, { value: number(value, decimals) });
}
