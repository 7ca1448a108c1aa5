import type { QueryClient } from '@tanstack/react-query';
import { CallFailure } from '../ui/api/failure.ts';
import { makeStale, readAhead } from '../ui/api/reads.ts';
import { handHere } from '../ui/api/hand.ts';
import { openApi, type Api, type ApiSettings } from '../ui/api/send.ts';
import { openClientStore, type ClientStore } from '../ui/api/state.ts';
import { forgetToken, hearTabs, keepToken, keepWho, readWho, tellTabs } from '../ui/api/token.ts';
import { dropDrafts } from '../ui/form/draft.ts';
import { openLiveLine, type LiveLine } from '../ui/live/line.ts';
import { openPushed, type Pushed } from '../ui/live/pushed.ts';
import type { BeginningRead } from '../ui/page/screen.ts';
import { topics, type Topic } from '../protocol/topics.ts';
import type { LanguageKey } from '../law/languages.ts';
import { dropSavedPath, savePath } from '../ui/page/document.ts';
import { makeLock, type Lock } from '../ui/page/lock.ts';

/** The calls of the frame itself, without their schemas: what the frame reads comes with every envelope. */
const clientInfo = { method: 'GET', path: 'api/client_info' } as const;
const logout = { method: 'POST', path: '/api/client/logout' } as const;
const used = { method: 'POST', path: 'api/session/used' } as const;
const notifications = { method: 'POST', path: 'api/notifications' } as const;
const readNotifications = { method: 'POST', path: 'api/notifications/read' } as const;

/** The client's session in this tab. */
export interface PortalSession {
  readonly api: Api;
  readonly store: ClientStore;
  readonly lock: Lock;
  /** What the live line brings that is newest and never stored. */
  readonly pushed: Pushed;
  /** Asks who is signed in, before anything is drawn: nobody is led to sign in. Answers what hindered it. */
  arrive(): Promise<CallFailure | undefined>;
  /** Asks ahead what a screen begins with, without the lock: the screen itself meets what went wrong. */
  begin(read: BeginningRead): Promise<void>;
  /** Asks again who is signed in; the store knows afterwards. */
  refresh(): Promise<void>;
  /** Leads to the sign-in, or to the address that is named. */
  signOut(to?: string): Promise<void>;
  dismiss(id: string): Promise<void>;
  /** Marks notices read: those, or all. */
  markRead(ids?: readonly string[]): Promise<void>;
  /** Keeps the tab in step with the server and with the other tabs. Answers how to stop. */
  listen(): () => void;
}

/** A captcha that a call asks for is solved, and the call goes on by itself; where none was solved, it is told what it was told. */
function solvingCaptchas(api: Api): Api {
  return {
    send: async (spec, input, options) => {
      try {
        return await api.send(spec, input, options);
      } catch (error) {
        if (!(error instanceof CallFailure) || error.code !== 'captcha_required') throw error;
        const { withSolved } = await import('./solving.ts');
        return withSolved(error, (proof) => api.send(spec, { ...input, ...proof }, options));
      }
    },
  };
}

export function openSession(settings: { readonly language: LanguageKey; readonly queries: QueryClient }): PortalSession {
  const store = openClientStore();
  const lock = makeLock();
  const pushed = openPushed();
  let readSince: string | undefined;
  const heard: ApiSettings = {
    language: settings.language,
    hand: handHere({ isShut: lock.isShut, use: () => api.send(used, {}) }),
    onEnvelope: (envelope) => store.merge(envelope),
    onTime: (time) => store.keepTime(time),
    onLine: (id) => (readSince ??= id),
  };
  const api = solvingCaptchas(openApi({ ...heard, unlock: () => lock.wait() }));
  const refresh = async (asking: Api = api): Promise<void> => {
    const answer = await asking.send(clientInfo, {});
    const token = tokenIn(answer);
    if (token !== undefined) keepToken(token);
    const email = store.read().client?.email;
    if (readWho() === undefined && email !== undefined) keepWho(email);
  };
  const toSignIn = (wanted?: string, to?: string): void => {
    if (wanted === undefined) dropSavedPath();
    else savePath(wanted);
    forgetToken();
    keepWho(undefined);
    dropDrafts();
    location.assign(to ?? `/${settings.language}/login`);
  };
  return {
    api,
    store,
    lock,
    pushed,
    arrive: async () => {
      try {
        // There is no page yet that a lock could stand over.
        await refresh(openApi(heard));
        return undefined;
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        if (error.status === 401) toSignIn(location.pathname + location.search);
        return error;
      }
    },
    begin: (read) => readAhead(settings.queries, openApi(heard), read),
    refresh: () => refresh(),
    signOut: async (to) => {
      await api.send(logout, {});
      tellTabs('signed-out');
      toSignIn(undefined, to);
    },
    ...noticeActs(api, store),
    listen: () => {
      const onStale = (stale: readonly string[]): void => readAgain(stale, { refresh, queries: settings.queries });
      return hearOf(openLiveLine({ onStale, pushed, readSince: () => readSince }), {
        onRenewed: () => lock.open(),
        onSignedOut: () => toSignIn(),
      });
    },
  };
}

/** Hears the live line and the browser's other tabs, until it is left. */
function hearOf(line: LiveLine, tabs: Parameters<typeof hearTabs>[0]): () => void {
  const stopHearing = hearTabs(tabs);
  return () => {
    line.close();
    stopHearing();
  };
}

/** What is done with notices is seen at once; what the server did not hear of is shown as it was. */
function noticeActs(api: Api, store: ClientStore): Pick<PortalSession, 'dismiss' | 'markRead'> {
  const orBack = async (act: () => void, tell: () => Promise<unknown>): Promise<void> => {
    const before = store.read().notifications;
    act();
    try {
      await tell();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      store.merge({ notifications: before });
    }
  };
  return {
    dismiss: (id) =>
      orBack(
        () => store.dismiss(id),
        () => api.send(notifications, { remove: id }),
      ),
    markRead: (ids) =>
      orBack(
        () => store.markRead(ids),
        () => api.send(readNotifications, ids === undefined ? {} : { ids }),
      ),
  };
}

/** Reads again what is shown of what has become stale; '*' is everything. */
function readAgain(
  stale: readonly string[],
  { refresh, queries }: { readonly refresh: () => Promise<void>; readonly queries: QueryClient },
): void {
  const isAll = stale.includes('*');
  if (isAll || stale.includes('client_info') || stale.includes('notices')) void refresh();
  void makeStale(queries, isAll ? 'all' : stale.filter(isTopic));
}

function isTopic(text: string): text is Topic {
  return (topics as readonly string[]).includes(text);
}

function tokenIn(answer: unknown): string | undefined {
  if (answer === null || typeof answer !== 'object' || !('token' in answer)) return undefined;
  return typeof answer.token === 'string' ? answer.token : undefined;
}
