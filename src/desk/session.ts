import type { QueryClient } from '@tanstack/react-query';
import { CallFailure } from '../ui/api/failure.ts';
import { handHere } from '../ui/api/hand.ts';
import { openApi, type Api, type ApiSettings } from '../ui/api/send.ts';
import { openClientStore, type ClientStore } from '../ui/api/state.ts';
import type { StaffMember } from '../ui/desk/staff.tsx';
import { dropDrafts } from '../ui/form/draft.ts';
import type { ApprovalKind, StaffRight, StaffRole } from '../law/staff.ts';
import { makeLock, type Lock } from '../ui/page/lock.ts';

/** The calls of the frame itself (interfaces §7), without their schemas. */
const me = { method: 'GET', path: '/api/desk/me' } as const;
const login = { method: 'POST', path: '/api/desk/login' } as const;
const logout = { method: 'POST', path: '/api/desk/logout' } as const;

interface Me {
  readonly staff_id: number;
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly rights: readonly StaffRight[];
  readonly approves: readonly ApprovalKind[];
  readonly token: string;
}

interface Proof {
  readonly id: string;
  readonly password: string;
  /** Of the second factor, once it was asked for. */
  readonly code?: string;
}

/** The session at the desk in this tab. The token lives in memory alone: a new page is told it with who is signed in. */
export interface DeskSession {
  readonly api: Api;
  /** Of its parts the desk needs the application time. */
  readonly store: ClientStore;
  readonly lock: Lock;
  /** Undefined while nobody is signed in. */
  member(): StaffMember | undefined;
  subscribe(listener: () => void): () => void;
  /** Asks who is signed in, before anything is drawn. Answers what hindered it; nobody is no hindrance. */
  arrive(): Promise<CallFailure | undefined>;
  /** Signs in, or back in over a locked page. Throws a CallFailure. */
  signIn(proof: Proof): Promise<void>;
  signOut(): Promise<void>;
  /** Keeps the tab in step with the others. Answers how to stop. */
  listen(): () => void;
}

const channelName = 'atrium.desk';
type DeskTalk = 'renewed' | 'signed-out';

export function openDeskSession({ queries }: { readonly queries: QueryClient }): DeskSession {
  const store = openClientStore();
  const lock = makeLock();
  const presence = makePresence(() => {
    queries.clear();
    dropDrafts();
  });
  let token: string | undefined;
  const settings: ApiSettings = {
    language: 'en',
    token: () => token,
    onTime: (time) => store.keepTime(time),
    // A long case asks for nothing while it is read.
    hand: handHere({ isShut: lock.isShut, use: () => api.send(me, {}) }),
  };
  // Whoever asks who is signed in must not wait at the lock for the answer.
  const plain = openApi(settings);
  const api = openApi({ ...settings, unlock: () => lock.wait() });
  const refresh = async (): Promise<void> => {
    const answer = (await plain.send(me, {})) as Me;
    const { staff_id: staffId, name, email, role, rights, approves } = answer;
    ({ token } = answer);
    presence.change({ staffId, name, email, role, rights, approves });
  };
  const forget = (): void => {
    token = undefined;
    presence.change(undefined);
    // A lock that stood over the page has nobody to wait for.
    lock.open();
  };
  const renew = async (): Promise<void> => {
    await refresh();
    lock.open();
  };
  return {
    api,
    store,
    lock,
    member: presence.member,
    subscribe: presence.subscribe,
    arrive: () => refresh().then(() => undefined, hindrance),
    signIn: async (proof) => {
      await plain.send(login, { ...proof });
      await renew();
      tell('renewed');
    },
    signOut: async () => {
      // A session that has ended already is out too.
      await plain.send(logout, {}).catch(hindrance);
      tell('signed-out');
      forget();
    },
    listen: () => hear((talk) => (talk === 'signed-out' ? forget() : void renew())),
  };
}

/** What went wrong; nothing where only nobody is signed in. Another's fault than a call's is thrown on. */
function hindrance(error: unknown): CallFailure | undefined {
  if (!(error instanceof CallFailure)) throw error;
  return error.status === 401 ? undefined : error;
}

/** Who is here. Nothing that one person read or typed is another's: `onOther` forgets it. */
function makePresence(onOther: () => void) {
  const listeners = new Set<() => void>();
  let member: StaffMember | undefined;
  return {
    member: () => member,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change: (next: StaffMember | undefined): void => {
      if (member !== undefined && next?.staffId !== member.staffId) onOther();
      member = next;
      for (const listener of listeners) listener();
    },
  };
}

function tell(talk: DeskTalk): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(talk);
  channel.close();
}

function hear(listener: (talk: DeskTalk) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<DeskTalk>) => listener(data));
  return () => channel.close();
}
