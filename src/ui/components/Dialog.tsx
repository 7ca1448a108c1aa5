import { useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from 'react';
import { useWords } from '../words/context.tsx';
import { IconButton } from './Button.tsx';
import styles from './Dialog.module.css';

interface DialogProps {
  readonly isOpen: boolean;
  /** Left out: it stays until what it asks for is done. */
  readonly onClose?: () => void;
  /** Instead: closing is asked for, and what follows decides whether it closes. */
  readonly onAsk?: (() => void) | undefined;
  /** Above the title, where it cannot be closed: what can be done otherwise. */
  readonly bar?: ReactNode;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** What can be done; the main thing last. */
  readonly actions?: ReactNode;
  readonly size?: 'medium' | 'wide';
}

/** A matter that must be dealt with first. A sheet from below on a phone. The browser's own dialog keeps the focus in it. */
export function Dialog({ isOpen, onClose, onAsk, bar, title, children, actions, size = 'medium' }: DialogProps) {
  const place = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { t } = useWords();
  // Before any other effect: closing gives the focus back, and whoever places it after an act comes later and has the last word.
  useLayoutEffect(() => {
    const dialog = place.current;
    if (!dialog) return;
    if (isOpen && !dialog.open) dialog.showModal();
    if (!isOpen && dialog.open) dialog.close();
  }, [isOpen]);
  // One that is only taken out while it is open gives the focus to nobody. It goes with its page, and closes nothing there: whoever
  // has gone on would be led back by what closing does.
  const isGone = useRef(false);
  useLayoutEffect(() => {
    const dialog = place.current;
    isGone.current = false;
    return () => {
      isGone.current = true;
      dialog?.close();
    };
  }, []);
  const closed = (): void => {
    if (isGone.current) return;
    if (onClose) return onClose();
    // A browser lets nobody hold a dialog against a second Escape: one that stays is opened again.
    if (isOpen) place.current?.showModal();
  };
  const ask = (event: SyntheticEvent): void => {
    event.preventDefault();
    onAsk?.();
  };
  return (
    <dialog
      ref={place}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={id}
      onClose={closed}
      onCancel={onClose ? undefined : (event) => ask(event)}
      onClick={(event) => {
        if (onClose && event.target === place.current) place.current?.close();
      }}
    >
      {isOpen && (
        <div className={styles.inside}>
          {bar !== undefined && <div className={styles.bar}>{bar}</div>}
          <header className={styles.head}>
            <h2 id={id}>{title}</h2>
            {onClose && <IconButton icon="close" label={t('ui.close')} onClick={() => place.current?.close()} />}
            {!onClose && onAsk && <IconButton icon="close" label={t('ui.close')} onClick={onAsk} />}
          </header>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
        </div>
      )}
    </dialog>
  );
}
