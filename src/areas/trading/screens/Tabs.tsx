import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { useWords } from '../../../ui/words/context.tsx';
import styles from './Tabs.module.css';

interface TabsProps<Key extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly key: Key; readonly label: string; readonly count?: number }[];
  readonly chosen: Key;
  readonly onChoose: (key: Key) => void;
  readonly children: ReactNode;
}

/** One of several views at a time; the arrow keys go from tab to tab. */
export function Tabs<Key extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Key>) {
  const id = useId();
  const { direction, number } = useWords();
  const turn = (event: KeyboardEvent<HTMLDivElement>): void => {
    const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const backward = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    const by = event.key === forward ? 1 : event.key === backward ? -1 : 0;
    if (by === 0) return;
    const now = tabs.findIndex(({ key }) => key === chosen);
    const next = tabs[(now + by + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={turn}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === chosen ? 0 : -1}
            onClick={() => onChoose(tab.key)}
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && <span className={styles.count}>{number(tab.count, 0)}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
