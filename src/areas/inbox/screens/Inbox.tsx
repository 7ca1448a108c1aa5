import { useEffect, useRef, useState } from 'react';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Card, ScreenHead } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { inboxContract, type InboxAction, type InboxMessage } from '../contract.ts';
import { Folders, SearchBox, type Folder } from './Filters.tsx';
import styles from './Inbox.module.css';
import { MessageList } from './MessageList.tsx';
import { MessageView } from './MessageView.tsx';

const { list, update } = inboxContract.calls;

/** Below this the message opens under the list, and the page scrolls to it (document 3 §9). */
const narrow = '(max-width: 61.99rem)';

/** The messages of the broker's departments: folders and search, a page of five, the one that is open. */
export default function Inbox() {
  const { t } = useWords();
  const [folder, setFolder] = useState<Folder>('all');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const write = useWrite(update);
  const asked = { page, search_text: search, ...folderQuery(folder) };
  const read = useRead(list, asked, { keepsLast: true });
  const change = (action: InboxAction, ids: readonly number[]): void => write.mutate({ action, ids: [...ids] });

  const { current, open, view } = useOpened(read.data?.direct.inbox_messages ?? [], change);
  const look = (next: { readonly folder?: Folder; readonly search?: string }): void => {
    setFolder(next.folder ?? folder);
    setSearch(next.search ?? search);
    setPage(1);
  };

  return (
    <>
      <ScreenHead
        title={t('inbox.title')}
        text={t('inbox.text')}
        actions={<SearchBox search={search} onSearch={(text) => look({ search: text })} />}
      />
      <Folders folder={folder} counts={read.data?.direct} onChange={(next) => look({ folder: next })} />
      <WriteFailure failure={write.error} />
      <div className={styles.columns}>
        <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
          {({ direct }) =>
            direct.total_items === 0 ? (
              <Card>
                <NothingFound isSearch={search !== ''} isAll={folder === 'all'} />
              </Card>
            ) : (
              <MessageList
                // Ticks belong to the messages in sight.
                key={JSON.stringify(asked)}
                page={direct}
                openedId={current?.id}
                isBusy={write.isPending}
                onOpen={open}
                onChange={change}
                onPage={setPage}
              />
            )
          }
        </Loaded>
        <div ref={view} className={styles.view} tabIndex={-1}>
          {current === undefined ? (
            <p className={styles.nothing}>{t('inbox.choose')}</p>
          ) : (
            <MessageView message={current} onChange={change} />
          )}
        </div>
      </div>
    </>
  );
}

/** The message that is open, as it stands now: opening it reads it, and brings it into sight. */
function useOpened(messages: readonly InboxMessage[], change: (action: InboxAction, ids: readonly number[]) => void) {
  const [opened, setOpened] = useState<InboxMessage>();
  const view = useRef<HTMLDivElement>(null);
  const openedId = opened?.id;
  useEffect(() => {
    if (openedId === undefined) return;
    if (matchMedia(narrow).matches) view.current?.scrollIntoView({ block: 'start' });
    view.current?.focus({ preventScroll: true });
  }, [openedId]);
  const open = (message: InboxMessage): void => {
    setOpened(message);
    if (message.status === 'unread') change('read', [message.id]);
  };
  return { current: messages.find(({ id }) => id === openedId) ?? opened, open, view };
}

function folderQuery(folder: Folder): { readonly group?: string; readonly is_favorite?: string } {
  if (folder === 'all') return {};
  return folder === 'favorites' ? { is_favorite: '1' } : { group: folder };
}

function NothingFound({ isSearch, isAll }: { readonly isSearch: boolean; readonly isAll: boolean }) {
  const { t } = useWords();
  if (isSearch) return <EmptyState picture="search" title={t('inbox.notFound.title')} text={t('inbox.notFound.text')} />;
  const kind = isAll ? 'empty' : 'emptyFolder';
  return <EmptyState picture="notices" title={t(`inbox.${kind}.title`)} text={t(`inbox.${kind}.text`)} />;
}
