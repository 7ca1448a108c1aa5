import { useLayoutEffect, useRef } from 'react';

/** Letters that do something on a page, each with what it does. */
export type KeyActs = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Keys that work on the whole page, while nobody types, no dialog is open and no other key is held. A letter that the page
 * does not know is left to the browser.
 */
export function useKeys(acts: KeyActs): void {
  const latest = useRef(acts);
  // Before anything is in sight: whoever sees the page may press at once.
  useLayoutEffect(() => {
    latest.current = acts;
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const act = isForPage(event) ? latest.current[event.key] : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act(event);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

const place = 'atrium.desk.keys';

/** Whether single letters do something; kept on this device. */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(place) !== 'off';
  } catch {
    return true;
  }
}

export function switchKeys(isOn: boolean): void {
  try {
    localStorage.setItem(place, isOn ? 'on' : 'off');
  } catch {
    // What is forbidden is not kept.
  }
}

function isForPage(event: KeyboardEvent): boolean {
  if (!areKeysOn()) return false;
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector('dialog[open]') !== null) return false;
  return !(event.target instanceof Element && event.target.closest('input, select, textarea, [contenteditable]'));
}

/** j and k go down and up the rows of all tables on the page; Enter then opens the row, as everywhere. */
export function useRowKeys(): void {
  useKeys({ j: () => goBy(1), k: () => goBy(-1) });
}

const rowOpener = 'main tr[data-linked] :is(a, button)[data-row]';

function goBy(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(rowOpener)].filter((row) => row.checkVisibility());
  const at = rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement));
  const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1);
  rows[next]?.focus();
  rows[next]?.closest('tr')?.scrollIntoView({ block: 'nearest' });
}

/** The key of the row that the focus is in. */
export function rowInFocus(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('tr[data-key]')?.dataset['key'];
}
