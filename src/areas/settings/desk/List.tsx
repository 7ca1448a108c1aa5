import { useState } from 'react';
import type { z } from 'zod';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { settingsContract } from '../contract.ts';
import styles from './List.module.css';

const { calls, deskPages: pages } = settingsContract;
type Setting = z.infer<typeof calls.list.output>['settings'][number];

/** Everything that the broker may change without a release, by area. */
export default function List({ query }: ScreenProps<typeof pages.list>) {
  const words = useWords();
  const { t } = words;
  const open = useOpen();
  const [search, setSearch] = useState(query.search ?? '');
  const read = useRead(calls.list, {});
  const find = (text: string): void => {
    setSearch(text);
    open({ page: pages.list, query: { search: text.trim() || undefined } }, { replace: true });
  };
  return (
    <>
      <ScreenHead title={t('desk.nav.settings')} text={t('settings.text')} />
      <Stack>
        <div className={styles.search}>
          <TextField
            label={t('settings.search')}
            name="search"
            autoComplete="off"
            maxLength={100}
            value={search}
            onChange={(event) => find(event.target.value)}
          />
        </div>
        <Loaded read={read} skeleton={<SkeletonCard lines={12} />}>
          {({ settings }) => {
            const found = settings.filter(({ key }) => key.toLowerCase().includes(search.trim().toLowerCase()));
            if (found.length === 0)
              return <EmptyState picture="search" title={t('settings.none.title')} text={t('settings.none.text')} />;
            return [...Map.groupBy(found, ({ key }) => areaOf(key))].map(([area, own]) => (
              <Card key={area} title={area} isFlush>
                <Table
                  label={area}
                  isDense
                  isLevel
                  rows={own}
                  rowKey={({ key }) => key}
                  rowLink={({ key }) => ({ page: pages.one, params: { key } })}
                  columns={columnsIn(words)}
                />
              </Card>
            ));
          }}
        </Loaded>
      </Stack>
    </>
  );
}

/** The first word of a setting's key. */
function areaOf(key: string): string {
  return key.split('.', 1)[0] ?? key;
}

function columnsIn({ t }: Words): readonly Column<Setting>[] {
  return [
    { key: 'key', title: t('settings.key'), cell: ({ key }) => <code className={styles.key}>{key}</code> },
    { key: 'value', title: t('settings.value'), cell: ({ value }) => <code className={styles.value}>{brief(value)}</code> },
    {
      key: 'changed',
      title: t('settings.origin'),
      cell: ({ is_changed: isChanged }) => (
        <Status tone={isChanged ? 'note' : 'still'}>{t(isChanged ? 'settings.changed' : 'settings.shipped')}</Status>
      ),
    },
  ];
}

const mostShown = 80;

/** On one line; the setting's own page has it whole. */
function brief(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}
