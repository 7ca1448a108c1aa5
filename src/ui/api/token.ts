/**
 * The session's token, kept in memory and for the tab. The session itself is an HttpOnly cookie; the token is the
 * second half that a write must carry (interfaces §3); a new tab is told it with the client's info.
 */
const tokenPlace = 'atrium.token';
const whoPlace = 'atrium.who';

let token: string | undefined;

export function readToken(): string | undefined {
  token ??= read(tokenPlace);
  return token;
}

export function keepToken(value: string): void {
  token = value;
  write(tokenPlace, value);
}

export function forgetToken(): void {
  token = undefined;
  write(tokenPlace, undefined);
}

/** What the client signed in with, so that the lock screen asks for the password alone. */
export function readWho(): string | undefined {
  return read(whoPlace);
}

export function keepWho(id: string | undefined): void {
  write(whoPlace, id);
}

const channelName = 'atrium.session';

type SessionTalk = { readonly kind: 'renewed'; readonly token: string } | { readonly kind: 'signed-out' };

/** Tells the other tabs of a new token (the session rotates at sign-in), or that the client has signed out. */
export function tellTabs(event: 'renewed' | 'signed-out'): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  const held = readToken();
  if (event === 'signed-out') channel.postMessage({ kind: 'signed-out' } satisfies SessionTalk);
  else if (held !== undefined) channel.postMessage({ kind: 'renewed', token: held } satisfies SessionTalk);
  channel.close();
}

/** Hears what other tabs tell. Answers how to stop. */
export function hearTabs(hear: { readonly onRenewed: () => void; readonly onSignedOut: () => void }): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<SessionTalk>) => {
    if (data.kind === 'signed-out') return hear.onSignedOut();
    keepToken(data.token);
    hear.onRenewed();
  });
  return () => channel.close();
}

function read(place: string): string | undefined {
  try {
    return sessionStorage.getItem(place) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(place: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, value);
  } catch {
    // Without storage the token lasts as long as the page.
  }
}
