import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { countryName } from '../../../ui/desk/names.ts';
import { companyName } from '../../../law/companyNames.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import type { ClientLine } from '../../../protocol/staff.ts';
import { clientsContract } from '../contract.ts';
import { ClientStatus } from './ClientStatus.tsx';
import styles from './Find.module.css';

const { calls, deskPages: pages } = clientsContract;

/** Finds a client by anything that staff have in hand: the address holds what was looked for. */
export default function Find({ query }: ScreenProps<typeof pages.find>) {
  const words = useWords();
  const { t } = words;
  const open = useOpen();
  const search = query.search?.trim() ?? '';
  const page = Math.max(1, Number.parseInt(query.page ?? '1', 10) || 1);
  const read = useRead(calls.find, { page: String(page), ...(search === '' ? {} : { search }) }, { keepsLast: true });
  const show = (number: number): void =>
    open({ page: pages.find, query: { ...(search === '' ? {} : { search }), page: number === 1 ? undefined : number } });
  const table = useFoundFocused(search !== '' && read.data !== undefined && !read.isPlaceholderData);
  return (
    <>
      <ScreenHead title={t('desk.nav.clients')} text={t('clients.find.text')} />
      <Stack>
        <SearchForm
          key={search}
          search={search}
          onFind={(text) => open({ page: pages.find, query: { search: text || undefined } })}
        />
        <Loaded read={read} skeleton={<SkeletonCard lines={10} />}>
          {({ clients, next }) => (
            <Card title={t(search === '' ? 'clients.latest' : 'clients.found', { search })} isFlush>
              {clients.length === 0 ? (
                <EmptyState picture="search" title={t('clients.none.title')} text={t('clients.none.text')} />
              ) : (
                <div ref={table}>
                  <Table
                    label={t('desk.nav.clients')}
                    isDense
                    rows={clients}
                    rowKey={({ client_id: id }) => id}
                    rowLink={({ client_id: id }) => ({ page: pages.client, params: { id } })}
                    columns={columnsIn(words)}
                  />
                </div>
              )}
              {(page > 1 || next !== null) && (
                <nav className={styles.pages} aria-label={t('clients.pages')}>
                  {page > 1 && (
                    <Button look="plain" size="small" onClick={() => show(page - 1)}>
                      {t('clients.previous')}
                    </Button>
                  )}
                  {next !== null && (
                    <Button look="plain" size="small" onClick={() => show(next)}>
                      {t('clients.next')}
                    </Button>
                  )}
                </nav>
              )}
            </Card>
          )}
        </Loaded>
      </Stack>
    </>
  );
}

/** Whoever has looked for somebody goes on with the keys, at the first who was found. */
function useFoundFocused(isFound: boolean): RefObject<HTMLDivElement | null> {
  const table = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFound) table.current?.querySelector<HTMLElement>('[data-row]')?.focus({ preventScroll: true });
  }, [isFound]);
  return table;
}

function SearchForm({ search, onFind }: { readonly search: string; readonly onFind: (text: string) => void }) {
  const { t } = useWords();
  const [text, setText] = useState(search);
  const find = (event: FormEvent): void => {
    event.preventDefault();
    onFind(text.trim());
  };
  return (
    <form className={styles.search} onSubmit={find} role="search" aria-label={t('clients.search')}>
      <TextField
        label={t('clients.search')}
        name="client"
        autoComplete="off"
        maxLength={254}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">{t('clients.search.do')}</Button>
    </form>
  );
}

function columnsIn({ t }: Words): readonly Column<ClientLine>[] {
  return [
    { key: 'name', title: t('clients.name'), cell: ({ name, email }) => name || email },
    { key: 'number', title: t('clients.number'), isFigures: true, onPhone: 'beside', cell: ({ client_id: id }) => id },
    { key: 'email', title: t('clients.email'), cell: ({ email }) => email },
    { key: 'company', title: t('clients.company'), cell: ({ company }) => companyName(company, t) },
    { key: 'country', title: t('clients.country'), cell: ({ country }) => countryName(country) },
    { key: 'status', title: t('clients.status'), cell: ({ status }) => <ClientStatus status={status} /> },
  ];
}
