import { setTimeout as wait } from 'node:timers/promises';
import { emailOf, seedPassword } from '../../seed/personas.ts';

/** A client of the drill over HTTP. What is not answered is asked again after a while: the server may be starting. */
export interface DrillClient {
  readonly name: string;
  signIn(): Promise<void>;
  /** Opens one more live account in dollars. */
  openAccount(): Promise<void>;
  accounts(): Promise<DrillAccount[]>;
  confirm(asked: Asked): Promise<Confirmed>;
  /** Answers the code of a refusal, or undefined when it was taken. */
  save(id: number): Promise<Saved>;
}

export interface DrillAccount {
  readonly owner: string;
  readonly number: number;
  readonly currency: string;
  /** A wallet of the same client in the same currency. */
  readonly wallet: number | undefined;
}

export interface Asked {
  readonly from: number | undefined;
  readonly to: number;
  readonly amount: string;
  readonly currency: string;
}

export type Confirmed = { readonly id: number } | { readonly refused: string };
export type Saved = { readonly reference: string | undefined } | { readonly refused: string };

interface Answer {
  readonly success: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly { readonly code: string }[];
}

interface FormAccount {
  readonly number: number;
  readonly kind: 'trading' | 'wallet';
  readonly currency: string;
}

const timeoutMs = 30_000;
const againMs = 500;
/** From a kill until the server is back, with much to spare. */
const triesMost = 240;
const cardMethod = 340;
/** No session, another at the same save, too many requests: asked again. */
const silentStatuses: ReadonlySet<number> = new Set([401, 409, 429]);

/** The way to the server, with the session on it. */
interface Line {
  signIn(): Promise<void>;
  send(path: string, body?: object): Promise<Answer>;
}

function openLine(name: string, url: () => string): Line {
  let headers: Record<string, string> = {};
  const signIn = async (): Promise<void> => {
    const response = await fetch(`${url()}/api/client/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: emailOf(name), password: seedPassword }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { data } = (await response.json()) as { data?: { token?: string } };
    if (!data?.token) return;
    const cookie = response.headers.getSetCookie().map((each) => each.split(';')[0]);
    headers = { cookie: cookie.join('; '), authorization: `Bearer ${data.token}` };
  };
  const once = async (path: string, body?: object): Promise<Answer | undefined> => {
    try {
      const response = await fetch(url() + path, {
        method: body ? 'POST' : 'GET',
        headers: { ...headers, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (response.status === 401) await signIn();
      if (response.status >= 500 || silentStatuses.has(response.status)) return undefined;
      return (await response.json()) as Answer;
    } catch {
      return undefined;
    }
  };
  return {
    signIn,
    async send(path, body) {
      for (let tries = 0; tries < triesMost; tries += 1) {
        const answer = await once(path, body);
        if (answer) return answer;
        await wait(againMs);
      }
      throw new Error(`${name} got no answer from ${path}`);
    },
  };
}

export function openClient(name: string, url: () => string): DrillClient {
  const { signIn, send } = openLine(name, url);
  return {
    name,
    signIn,
    async openAccount() {
      const order = { account: 'advantage mt5', currency: 'USD', account_group: 'live', i_agree_tc: true };
      const answer = await send('/api/js/api/accounts/live', order);
      if (!answer.success) throw new Error(`${name} may open no account: ${codeOf(answer)}`);
    },
    async accounts() {
      const form = await send('/api/js/api/payments/transfer');
      const places = form.data['accounts'] as FormAccount[];
      const wallets = new Map(places.filter(({ kind }) => kind === 'wallet').map((place) => [place.currency, place.number]));
      return places
        .filter(({ kind }) => kind === 'trading')
        .map(({ number, currency }) => ({ owner: name, number, currency, wallet: wallets.get(currency) }));
    },
    async confirm({ from, to, amount, currency }) {
      const answer = await send('/api/js/api/payments_process', {
        action: 'confirm',
        ...(from === undefined
          ? { transfer_type: 'deposit', account_number: to, pm_id: cardMethod }
          : { transfer_type: 'transfer', account_number: from, target_account_number: to }),
        amount,
        currency,
      });
      return answer.success ? { id: Number(answer.data['remittance_id']) } : { refused: codeOf(answer) };
    },
    async save(id) {
      const answer = await send('/api/js/api/payments_process', { action: 'save', remittance_id: id });
      if (!answer.success) return { refused: codeOf(answer) };
      const redirect = answer.data['redirect'] as { url: string } | null | undefined;
      return { reference: redirect ? new URL(redirect.url).pathname.split('/').at(-1) : undefined };
    },
  };
}

const codeOf = (answer: Answer): string => answer.errors[0]?.code ?? 'no code';
