import { createContext, use, type ReactNode } from 'react';
import type { Words } from './words.ts';

const WordsContext = createContext<Words | undefined>(undefined);

export function WordsProvider({ words, children }: { readonly words: Words; readonly children: ReactNode }) {
  return <WordsContext value={words}>{children}</WordsContext>;
}

/** The sentences and number formats of the page's language: `const { t, money } = useWords()`. */
export function useWords(): Words {
  const words = use(WordsContext);
  if (!words) throw new Error('useWords stands outside of a WordsProvider');
  return words;
}
