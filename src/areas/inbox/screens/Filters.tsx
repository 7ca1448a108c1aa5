import { useState } from 'react';
import { Button, IconButton } from '../../../ui/components/Button.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { groupCodes, inboxGroups, type InboxGroup } from '../contract.ts';
import styles from './Inbox.module.css';

export type Folder = 'all' | 'favorites' | InboxGroup;

const folders: readonly Folder[] = ['all', 'favorites', ...inboxGroups];

interface FoldersProps {
  readonly folder: Folder;
  readonly counts:
    | { readonly all_messages: number; readonly unread_messages: number; readonly favorite_messages: number }
    | undefined;
  readonly onChange: (folder: Folder) => void;
}

/** All, the favourites, and the departments with the documents' codes. */
export function Folders({ folder, counts, onChange }: FoldersProps) {
  const { t, number } = useWords();
  const counted = { all: counts?.all_messages, favorites: counts?.favorite_messages } as const;
  return (
    <div className={styles.folders} role="group" aria-label={t('inbox.folders')}>
      {folders.map((each) => {
        const count = each === 'all' || each === 'favorites' ? counted[each] : undefined;
        return (
          <button
            key={each}
            type="button"
            className={styles.folder}
            aria-pressed={each === folder}
            onClick={() => onChange(each)}
          >
            {each !== 'all' && each !== 'favorites' && <Code group={each} />}
            {t(`inbox.folder.${each}`)}
            {count !== undefined && <span className={styles.figure}>{number(count)}</span>}
          </button>
        );
      })}
    </div>
  );
}

/** The department's letters; its name stands beside or is read out. */
export function Code({ group }: { readonly group: InboxGroup }) {
  return (
    <abbr className={styles.code} aria-hidden="true">
      {groupCodes[group]}
    </abbr>
  );
}

/** The button takes text only; clearing the text shows everything again (document 3 §4). */
export function SearchBox({ search, onSearch }: { readonly search: string; readonly onSearch: (text: string) => void }) {
  const { t } = useWords();
  const [text, setText] = useState(search);
  const type = (typed: string): void => {
    setText(typed);
    if (typed === '' && search !== '') onSearch('');
  };
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onSearch(text.trim());
      }}
    >
      <input
        className={styles.searchInput}
        type="text"
        inputMode="search"
        aria-label={t('inbox.search.label')}
        placeholder={t('inbox.search.label')}
        maxLength={200}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      {text !== '' && <IconButton icon="close" label={t('inbox.search.clear')} onClick={() => type('')} />}
      <Button type="submit" look="plain" icon="search" disabled={text.trim() === ''}>
        {t('inbox.search')}
      </Button>
    </form>
  );
}
