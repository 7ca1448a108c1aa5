import { useEffect, useState } from 'react';
import { useWords } from '../words/context.tsx';
import { IconButton } from './Button.tsx';

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
