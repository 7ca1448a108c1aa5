import { useEffect, useState } from 'react';
import { useWords } from '../words/context.tsx';
import { IconButton } from './Button.tsx';
import styles from './CopyButton.module.css';

const shownMs = 2000;

/** Copies a text and says that it did. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useWords();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <>
      <IconButton icon={isCopied ? 'check' : 'copy'} label={label} onClick={() => void copy()} />
      <span className="only-heard" role="status">
        {isCopied ? t('ui.copied') : ''}
      </span>
    </>
  );
}

/** A name, a number or a password to be typed elsewhere, with the button that copies it. Always left to right. */
export function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <span className={styles.copyable}>
      <bdi dir="ltr">{text}</bdi>
      <CopyButton text={text} label={label} />
    </span>
  );
}
