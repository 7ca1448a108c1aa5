/** What was typed into a form, kept for the tab, so that reload, back and the lock screen lose nothing. */
const prefix = 'atrium.draft.';

export function readDraft(name: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null');
    return kept !== null && typeof kept === 'object' ? (kept as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(name: string, values: Readonly<Record<string, unknown>>): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(values));
  } catch {
    // Without storage what was typed lasts as long as the page.
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name);
  } catch {
    // There is nothing to drop then.
  }
}

/** When the client signs out, the next person at this device must not find what was typed. */
export function dropDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // There is nothing to drop then.
  }
}
