import { useGate } from '../../../ui/api/context.tsx';
import { useDownload } from '../../../ui/api/download.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Days } from '../../../protocol/quickPeriods.ts';
import { preparedReports, prepareReport, reportFile, type ShownReport } from '../../../protocol/tradeReports.ts';
import styles from './TradeReport.module.css';

/** The live line tells at once; this is for when it is down. */
const againMs = 5_000;

/** The report as files: begun, watched and fetched. */
export function Files({ number, days }: { readonly number: number; readonly days: Days }) {
  const { t } = useWords();
  const asked = { account_login: number, date_from: days.from, date_to: days.till };
  const read = useRead(preparedReports, asked, { everyMs: againMs });
  const prepare = useWrite(prepareReport);
  const shut = useGate('export_transfers');
  return (
    <Card
      title={t('tradeReports.files')}
      aside={
        <Button
          icon="file"
          isBusy={prepare.isPending}
          refusal={shut?.message}
          onClick={() => void prepare.mutateAsync({ ...asked, date_interval: 'custom' }).catch(() => undefined)}
        >
          {t('tradeReports.prepare')}
        </Button>
      }
    >
      <WriteFailure failure={prepare.error} />
      <Loaded read={read}>
        {({ prepareOrder: { tradeReports } }) =>
          tradeReports.length === 0 ? (
            <p className={styles.quiet}>{t('tradeReports.files.none')}</p>
          ) : (
            <ul className={styles.files}>
              {tradeReports.map((file) => (
                <File key={file.id} file={file} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

/** One of them: how far it is, and until when it is there. */
function File({ file }: { readonly file: ShownReport }) {
  const { t, number, dateTime } = useWords();
  const { state, rows_done: done, rows_whole: whole, expires_at: until, created_at: at, format } = file;
  const download = useDownload(reportFile);
  const shut = useGate('export_transfers');
  const isGoing = state === 'writing' && whole !== null;
  return (
    <li className={styles.file}>
      <span className={styles.told}>
        <strong>{t(`tradeReports.format.${format}`)}</strong>
        <span className={styles.quiet}>
          {state === 'ready'
            ? t('tradeReports.file.until', { at: dateTime(at), until: dateTime(until) })
            : t(`tradeReports.state.${state}`)}
        </span>
        {isGoing && (
          <>
            <progress className={styles.bar} max={Math.max(whole, 1)} value={done} aria-label={t('tradeReports.state.writing')} />
            <span className={styles.quiet}>{t('tradeReports.progress', { done: number(done, 0), whole: number(whole, 0) })}</span>
          </>
        )}
        <WriteFailure failure={download.failure} />
      </span>
      {state === 'ready' && (
        <Button look="plain" icon="download" refusal={shut?.message} onClick={() => void download.start({ id: file.id })}>
          {t('tradeReports.take', { format: t(`tradeReports.format.${format}`) })}
        </Button>
      )}
    </li>
  );
}
