import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Notification } from '../../protocol/envelope.ts';

/** What this browser has shown a client of the notices. */
interface NoticeMemory {
  /** The newest that the bell has shown: those behind it are not counted any more. */
  readonly seenTo: string;
  /** Those of `display: once` that were shown, the latest last. */
  readonly once: readonly string[];
}

const most = 200;
const nothing: NoticeMemory = { seenTo: '0', once: [] };
const listeners = new Set<() => void>();
/** For a browser that keeps nothing. */
const held = new Map<string, string>();

/** How many of the notices are new: not read, and newer than what the bell has shown. */
export function countNew(notices: readonly Notification[], { seenTo }: Pick<NoticeMemory, 'seenTo'>): number {
  return notices.filter(({ id, is_read: isRead }) => !isRead && BigInt(id) > BigInt(seenTo)).length;
}

/** Those that may be shown: what is to be shown once and was, is not. */
export function stillDue(notices: readonly Notification[], { once }: Pick<NoticeMemory, 'once'>): readonly Notification[] {
  return notices.filter(({ id, display }) => display !== 'once' || !once.includes(id));
}

/** The bell has shown them. */
export function rememberSeen(client: number, notices: readonly Notification[]): void {
  const before = read(client);
  const newest = notices.reduce((last, { id }) => (BigInt(id) > BigInt(last) ? id : last), before.seenTo);
  if (newest !== before.seenTo) write(client, { ...before, seenTo: newest });
}

function rememberOnce(client: number, notices: readonly Notification[]): void {
  const before = read(client);
  const shown = notices.flatMap(({ id, display }) => (display === 'once' && !before.once.includes(id) ? [id] : []));
  if (shown.length > 0) write(client, { ...before, once: [...before.once, ...shown].slice(-most) });
}

/** What is remembered for that client, also of what other tabs have shown. */
export function useNoticeMemory(client: number): NoticeMemory {
  const kept = useSyncExternalStore(subscribe, () => raw(client));
  return useMemo(() => parse(kept), [kept]);
}

/**
 * What a list of at most so many notices shows from when it stands until it goes: those of `display: once` the first time
 * only, which this counts as.
 */
export function useShownOnce(client: number, notices: readonly Notification[], atMost = Infinity): readonly Notification[] {
  const [before] = useState(() => read(client));
  const shown = useMemo(() => stillDue(notices, before).slice(0, atMost), [notices, before, atMost]);
  useEffect(() => rememberOnce(client, shown), [client, shown]);
  return shown;
}

function placeOf(client: number): string {
  return `atrium-notices-${client}`;
}

function raw(client: number): string {
  try {
    return localStorage.getItem(placeOf(client)) ?? '';
  } catch {
    return held.get(placeOf(client)) ?? '';
  }
}

function read(client: number): NoticeMemory {
  return parse(raw(client));
}

function parse(text: string): NoticeMemory {
  try {
    const kept = JSON.parse(text) as Partial<NoticeMemory>;
    const isKept = /^\d{1,18}$/.test(kept.seenTo ?? '') && Array.isArray(kept.once);
    return isKept ? { ...nothing, ...kept } : nothing;
  } catch {
    return nothing;
  }
}

function write(client: number, memory: NoticeMemory): void {
  const text = JSON.stringify(memory);
  try {
    localStorage.setItem(placeOf(client), text);
  } catch {
    held.set(placeOf(client), text);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
