import { createContext, use, useMemo, type ReactNode } from 'react';
import type { GateAction } from '../../law/gates.ts';
import type { ClientInfo } from '../../protocol/envelope.ts';
import type { Pushed } from '../live/pushed.ts';
import type { Api } from './send.ts';
import { useClientState, type ClientState, type ClientStore } from './state.ts';

interface Connection {
  readonly api: Api;
  readonly store: ClientStore;
  readonly pushed: Pushed;
}

const ConnectionContext = createContext<Connection | undefined>(undefined);

export function ConnectionProvider({ api, store, pushed, children }: Connection & { readonly children: ReactNode }) {
  const connection = useMemo(() => ({ api, store, pushed }), [api, store, pushed]);
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}

/** The browser's client: `const { api } = useConnection(); await api.send(contract.calls.save, input)`. */
export function useConnection(): Connection {
  const connection = use(ConnectionContext);
  if (!connection) throw new Error('useConnection stands outside of a ConnectionProvider');
  return connection;
}

/** Part of what the client is: `useClientPart((state) => state.inboxCount)`. */
export function useClientPart<Part>(pick: (state: ClientState) => Part): Part {
  return useClientState(useConnection().store, pick);
}

/** Who is signed in; screens stand inside the guard, so somebody is. */
export function useClient(): ClientInfo {
  const client = useClientPart((state) => state.client);
  if (!client) throw new Error('no client is signed in');
  return client;
}

/** Why the client may not do something, with the page that opens it; undefined when the gate is open. */
export function useGate(action: GateAction): NonNullable<ClientInfo['gates'][GateAction]> | undefined {
  return useClientPart((state) => state.client?.gates[action]) ?? undefined;
}
