import { useSyncExternalStore } from 'react';

export type Width = 'phone' | 'middle' | 'wide';

/** The frame's own breaks: under 768 a phone, from 1200 three columns. */
const queries = { middle: '(min-width: 48rem)', wide: '(min-width: 75rem)' } as const;

export function useWidth(): Width {
  return useSyncExternalStore(subscribeWidth, readWidth);
}

function subscribeWidth(listener: () => void): () => void {
  const lists = Object.values(queries).map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
}

function readWidth(): Width {
  if (matchMedia(queries.wide).matches) return 'wide';
  return matchMedia(queries.middle).matches ? 'middle' : 'phone';
}
