import { useSyncExternalStore } from 'react';
import type { ClientInfo, Envelope, Notification } from '../../protocol/envelope.ts';

/** What any answer may bring along (interfaces §2), as the screens see it. */
export interface ClientState {
  readonly client: ClientInfo | undefined;
  readonly notifications: readonly Notification[];
  readonly inboxCount: number;
  /** How far application time runs ahead of this device's clock; behind it, when below zero. */
  readonly aheadMs: number;
}

/** Answers take their time on the way: by less than this the clocks are alike. */
const alikeMs = 5_000;

/** The store that every envelope is merged into, and that every screen hears from. */
export interface ClientStore {
  read(): ClientState;
  merge(envelope: Pick<Envelope<unknown>, 'client_info' | 'notifications' | 'inbox_count'>): void;
  /** An answer told the application time. */
  keepTime(applicationTime: Date): void;
  /** Takes one notification away from the screen. */
  dismiss(id: string): void;
  /** Shows notifications as read: those, or all. */
  markRead(ids?: readonly string[]): void;
  forget(): void;
  subscribe(listener: () => void): () => void;
}

const nobody: ClientState = { client: undefined, notifications: [], inboxCount: 0, aheadMs: 0 };

export function openClientStore(): ClientStore {
  let state = nobody;
  const listeners = new Set<() => void>();
  const change = (next: ClientState): void => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    read: () => state,
    merge: ({ client_info: client, notifications, inbox_count: inboxCount }) => {
      if (client === undefined && notifications === undefined && inboxCount === undefined) return;
      change({
        ...state,
        client: client ?? state.client,
        notifications: notifications ?? state.notifications,
        inboxCount: inboxCount ?? state.inboxCount,
      });
    },
    keepTime: (applicationTime) => {
      const aheadMs = applicationTime.getTime() - Date.now();
      if (Math.abs(aheadMs - state.aheadMs) > alikeMs) change({ ...state, aheadMs });
    },
    dismiss: (id) => change({ ...state, notifications: state.notifications.filter((notification) => notification.id !== id) }),
    markRead: (ids) =>
      change({
        ...state,
        notifications: state.notifications.map((each) =>
          ids === undefined || ids.includes(each.id) ? { ...each, is_read: true } : each,
        ),
      }),
    forget: () => change({ ...nobody, aheadMs: state.aheadMs }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The part of the client's state that `pick` takes; draws again only when that part changes. */
export function useClientState<Part>(store: ClientStore, pick: (state: ClientState) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => pick(store.read()));
}
