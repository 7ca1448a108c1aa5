/** Light, dark, or as the system says. Mantine reads the same attribute and the same place. */
export type Scheme = 'light' | 'dark' | 'auto';

const place = 'atrium.scheme';

/** The scheme that was chosen on this device. */
export function readScheme(): Scheme {
  const kept = readKept();
  return kept === 'light' || kept === 'dark' ? kept : 'auto';
}

function readKept(): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    // Storage may be forbidden; the system's scheme serves then.
    return null;
  }
}

export function keepScheme(scheme: Scheme): void {
  try {
    localStorage.setItem(place, scheme);
  } catch {
    // The choice then lasts as long as the page.
  }
}

/** Called before anything is drawn, so that the page never flashes in the other scheme. */
export function showScheme(scheme: Scheme = readScheme()): void {
  const root = document.documentElement;
  if (scheme === 'auto') delete root.dataset['mantineColorScheme'];
  else root.dataset['mantineColorScheme'] = scheme;
}
