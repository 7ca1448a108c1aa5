import { useSyncExternalStore } from 'react';

/** Light, dark, or as the system says. */
export type Scheme = 'light' | 'dark' | 'auto';

const place = 'atrium.scheme';
const listeners = new Set<() => void>();
/** Kept here too, because storage may be forbidden: a choice then lasts as long as the page. */
let chosen: Scheme | undefined;

/** The scheme that was chosen on this device. */
export function readScheme(): Scheme {
  chosen ??= keptScheme();
  return chosen;
}

function keptScheme(): Scheme {
  try {
    const kept = localStorage.getItem(place);
    return kept === 'light' || kept === 'dark' ? kept : 'auto';
  } catch {
    return 'auto';
  }
}

/** The chosen scheme, drawn again when another is chosen. */
export function useScheme(): Scheme {
  return useSyncExternalStore(subscribe, readScheme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function chooseScheme(scheme: Scheme): void {
  chosen = scheme;
  try {
    localStorage.setItem(place, scheme);
  } catch {
    // What is forbidden is not kept.
  }
  showChosen();
  for (const listener of listeners) listener();
}

/** Called once, before anything is drawn, so that the page never flashes in the other scheme. */
export function showScheme(): void {
  showChosen();
  matchMedia(systemIsDark).addEventListener('change', showChosen);
}

const systemIsDark = '(prefers-color-scheme: dark)';

/** The attribute under which our tokens and Mantine's styles tell light from dark. */
function showChosen(): void {
  const scheme = readScheme();
  const system = matchMedia(systemIsDark).matches ? 'dark' : 'light';
  document.documentElement.dataset['mantineColorScheme'] = scheme === 'auto' ? system : scheme;
}
