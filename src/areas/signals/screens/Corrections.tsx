import { Fragment } from 'react';
import { Card } from '../../../ui/components/Card.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Signal } from '../contract.ts';
import styles from './Signals.module.css';

/** What stood there before it was corrected. */
export function Corrections({ signal }: { readonly signal: Signal }) {
  const { t, dateTime } = useWords();
  return (
    <Card title={t('signals.corrections')} isFlush>
      <p className={styles.note}>{t('signals.corrections.text')}</p>
      <Table
        label={t('signals.corrections')}
        isDense
        rows={signal.corrections}
        rowKey={({ version }) => version}
        columns={[
          { key: 'at', title: t('signals.since'), cell: ({ made_at: at }) => dateTime(at) },
          { key: 'entry', title: t('signals.entry'), isFigures: true, cell: ({ entry }) => <Figures value={entry} /> },
          { key: 'stop', title: t('signals.stop'), isFigures: true, cell: ({ stop }) => <Figures value={stop} /> },
          {
            key: 'targets',
            title: t('signals.targets'),
            isFigures: true,
            cell: ({ targets }) =>
              targets.map((target, place) => (
                <Fragment key={target}>
                  {place > 0 && ' · '}
                  <Figures value={target} />
                </Fragment>
              )),
          },
        ]}
      />
    </Card>
  );
}
