import { useState } from 'react';
import type { z } from 'zod';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonScreen } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { valueText } from '../../../ui/desk/Change.tsx';
import { useNow } from '../../../ui/components/RelativeAge.tsx';
import { useRight } from '../../../ui/desk/staff.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { settingsContract } from '../contract.ts';
import { ChangeForm } from './ChangeForm.tsx';
import styles from './Setting.module.css';

const { calls, deskPages: pages } = settingsContract;
type Change = z.infer<typeof calls.one.output>['history'][number];

/** A setting: its value, what ships, how it came to be so, and how one asks for another. */
export default function Setting({ params: { key } }: ScreenProps<typeof pages.one>) {
  const { t } = useWords();
  const mayChange = useRight('settings');
  const [asked, setAsked] = useState<number>();
  const read = useRead(calls.one, { key });
  useTitle(key);
  return (
    <>
      <ScreenHead
        title={<code className={styles.key}>{key}</code>}
        back={<BackLink to={{ page: pages.list }}>{t('desk.nav.settings')}</BackLink>}
      />
      <Loaded read={read} skeleton={<SkeletonScreen />}>
        {({ setting, history }) => (
          <Stack>
            {asked !== undefined && (
              <Notice
                tone="gain"
                title={t('settings.asked.title', { number: String(asked) })}
                action={<PageLink to={{ page: deskLinks.approvals }}>{t('settings.asked.look')}</PageLink>}
              >
                {t('settings.asked.text')}
              </Notice>
            )}
            <Columns>
              <Card
                title={t('settings.value')}
                aside={
                  <Status tone={setting.is_changed ? 'note' : 'still'}>
                    {t(setting.is_changed ? 'settings.changed' : 'settings.shipped')}
                  </Status>
                }
              >
                <Value name={t('settings.now')} value={setting.value} />
                {setting.is_changed && <Value name={t('settings.default')} value={setting.default_value} />}
              </Card>
              <Card title={t('settings.change')}>
                {mayChange ? (
                  <ChangeForm key={JSON.stringify(setting.value)} setting={setting} onAsked={setAsked} />
                ) : (
                  <p className={styles.note}>{t('settings.change.notYours')}</p>
                )}
              </Card>
            </Columns>
            <History history={history} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Value({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <div className={styles.part}>
      <h3 className={styles.note}>{name}</h3>
      <pre className={styles.value} tabIndex={0}>
        {valueText(value)}
      </pre>
    </div>
  );
}

/** The newest first; what counts from a later time on says so. */
function History({ history }: { readonly history: readonly Change[] }) {
  const words = useWords();
  const { t } = words;
  const now = useNow();
  return (
    <Card title={t('settings.history')} isFlush>
      {history.length === 0 ? (
        <p className={styles.none}>{t('settings.history.none')}</p>
      ) : (
        <Table
          label={t('settings.history')}
          isDense
          rows={history}
          rowKey={({ id }) => id}
          columns={historyColumns(words, now)}
        />
      )}
    </Card>
  );
}

function historyColumns({ t, dateTime }: Words, now: Date): readonly Column<Change>[] {
  return [
    { key: 'value', title: t('settings.value'), cell: ({ value }) => <code className={styles.cell}>{valueText(value)}</code> },
    {
      key: 'from',
      title: t('settings.from'),
      cell: ({ from }) => (
        <>
          <time dateTime={from}>{dateTime(from)}</time>
          {new Date(from) > now && <Status tone="warn">{t('settings.scheduled')}</Status>}
        </>
      ),
    },
    { key: 'by', title: t('settings.author'), cell: ({ author }) => author },
    { key: 'at', title: t('settings.written'), cell: ({ created_at: at }) => <time dateTime={at}>{dateTime(at)}</time> },
  ];
}
