import { useState } from 'react';
import { Check } from '../ui/components/Choice.tsx';
import { Dialog } from '../ui/components/Dialog.tsx';
import { areKeysOn, switchKeys } from '../ui/desk/keys.ts';
import { useWords } from '../ui/words/context.tsx';
import styles from './KeysDialog.module.css';

/** The keys of the desk, by the sentence that says what each does. */
const keys = [
  { keys: ['/'], does: 'desk.keys.search' },
  { keys: ['j', 'k'], does: 'desk.keys.rows' },
  { keys: ['Enter'], does: 'desk.keys.open' },
  { keys: ['a', 'r'], does: 'desk.keys.decide' },
  { keys: ['c', 'u'], does: 'desk.keys.claim' },
  { keys: ['1', '2', '…'], does: 'desk.keys.pages' },
  { keys: ['Ctrl', 'Enter'], does: 'desk.keys.send' },
  { keys: ['Esc'], does: 'desk.keys.close' },
  { keys: ['?'], does: 'desk.keys.help' },
] as const;

/** What the keys do, and how to have no single ones (WCAG 2.2, 2.1.4: whoever speaks to the computer types letters). */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const [isOn, setOn] = useState(areKeysOn);
  const turn = (wanted: boolean): void => {
    switchKeys(wanted);
    setOn(wanted);
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('desk.keys')}>
      <dl className={styles.keys}>
        {keys.map(({ keys: pressed, does }) => (
          <div key={does} className={styles.row}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <Check name="keys" isChecked={isOn} onChange={turn}>
        {t('desk.keys.on')}
      </Check>
    </Dialog>
  );
}
