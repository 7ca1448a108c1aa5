import { useState } from 'react';
import type { z } from 'zod';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { TakeAlong } from '../../../ui/desk/TakeAlong.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { bankContract } from '../contract.ts';
import { Balances } from './Balances.tsx';
import { Entries } from './Entries.tsx';
import { ImportDialog } from './ImportDialog.tsx';

const { calls } = bankContract;
type Statement = z.infer<typeof calls.statements.output>['statements'][number];

/** The bank's statements that were read, and one more. */
export default function Statements() {
  const words = useWords();
  const { t } = words;
  const [opened, setOpened] = useState<Statement>();
  const [isImporting, setImporting] = useState(false);
  const read = useRead(calls.statements, {});
  return (
    <>
      <ScreenHead
        title={t('desk.nav.bank')}
        text={t('bank.text')}
        actions={<TakeAlong table="bank.entries" name={t('bank.entries.list')} />}
      />
      <Stack>
        <div>
          <Button icon="upload" onClick={() => setImporting(true)}>
            {t('bank.import')}
          </Button>
        </div>
        <Balances />
        <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
          {({ statements }) => (
            <Card isFlush>
              {statements.length === 0 ? (
                <EmptyState picture="documents" title={t('bank.none.title')} text={t('bank.none.text')} />
              ) : (
                <Table
                  label={t('desk.nav.bank')}
                  isDense
                  rows={statements}
                  rowKey={({ id }) => id}
                  onRow={setOpened}
                  columns={columnsIn(words)}
                />
              )}
            </Card>
          )}
        </Loaded>
      </Stack>
      {opened && <Entries statement={opened} onClose={() => setOpened(undefined)} />}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}

function columnsIn({ t, dateTime, number }: Words): readonly Column<Statement>[] {
  return [
    { key: 'name', title: t('bank.name'), cell: ({ name }) => name },
    { key: 'at', title: t('bank.at'), cell: ({ imported_at: at }) => dateTime(at) },
    { key: 'by', title: t('bank.by'), cell: ({ brought_by: by }) => by ?? t('bank.by.bank') },
    { key: 'entries', title: t('bank.entries'), cell: ({ entries }) => number(entries) },
    { key: 'fresh', title: t('bank.fresh'), cell: ({ fresh }) => number(fresh) },
    {
      key: 'unmatched',
      title: t('bank.unmatched'),
      cell: ({ unmatched }) => <Status tone={unmatched === 0 ? 'still' : 'warn'}>{number(unmatched)}</Status>,
    },
  ];
}
