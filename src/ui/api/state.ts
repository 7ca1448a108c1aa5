import { useSyncExternalStore } from 'react';
import type { ClientInfo, Envelope, Notification } from '../../wire/envelope.ts';

/** What any answer may bring along (interfaces §2), as the screens see it. */
export interface ClientState {
  readonly client: ClientInfo | undefined;
  readonly notifications: readonly Notification[];
  readonly inboxCount: number;
}

/** The store that every envelope is merged into, and that every screen hears from. */
export interface ClientStore {
  read(): ClientState;
  merge(envelope: Pick<Envelope<unknown>, 'client_info' | 'notifications' | 'inbox_count'>): void;
  /** Takes one notification away from the screen. */
  dismiss(id: string): void;
  forget(): void;
  subscribe(listener: () => void): () => void;
}

const nobody: ClientState = { client: undefined, notifications: [], inboxCount: 0 };

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
        client: client ?? state.client,
        notifications: notifications ?? state.notifications,
        inboxCount: inboxCount ?? state.inboxCount,
      });
    },
    dismiss: (id) => change({ ...state, notifications: state.notifications.filter((notification) => notification.id !== id) }),
    forget: () => change(nobody),
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
