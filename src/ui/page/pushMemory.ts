const place = 'push';

/** Who has let the broker push to this browser, as it remembers; null: nobody. */
export function pushedClient(): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

export function rememberPushed(client: number | null): void {
  try {
    if (client === null) localStorage.removeItem(place);
    else localStorage.setItem(place, String(client));
  } catch {
    // A browser that keeps nothing is asked anew.
  }
}
