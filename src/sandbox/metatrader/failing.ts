import type { ServerResponse } from 'node:http';
import { secondMs } from '../../base/time.ts';
import { openFaults, wrongBodies, type Faults, type StruckCall } from '../faults.ts';
import type { Later } from '../later.ts';
import { refused, retcodes, type Reply } from './messages.ts';

/**
 * Which calls go wrong: those that act (balance, new account, trade request), those that tell prices (ticks, charts), or all
 * of them, as when the whole server is out.
 */
export type FaultyCalls = 'acts' | 'prices' | 'all';

export interface PlannedFaults extends Readonly<Record<FaultyCalls, Faults>> {
  /** Of calls that act on one account, before any other: so that many accounts can be struck side by side, each in its way. */
  ofAccount(login: number): Faults;
  clear(): void;
}

export function openPlannedFaults(): PlannedFaults {
  const kinds = { acts: openFaults(), prices: openFaults(), all: openFaults() };
  const accounts = new Map<number, Faults>();
  return {
    ...kinds,
    ofAccount(login) {
      const known = accounts.get(login) ?? openFaults();
      accounts.set(login, known);
      return known;
    },
    clear() {
      accounts.clear();
      for (const faults of Object.values(kinds)) faults.set('none', 0);
    },
  };
}

/** What keeps a session alive is never struck: it is no call of the portal's business. */
export const keepAlive = '/api/test/access';
const faultyCalls: ReadonlyMap<string, FaultyCalls> = new Map([
  ['/api/trade/balance', 'acts'],
  ['/api/user/add', 'acts'],
  ['/api/user/update', 'acts'],
  ['/api/dealer/send_request', 'acts'],
  ['/api/tick/last', 'prices'],
  ['/api/chart/get', 'prices'],
]);
const slownessMs = 2 * secondMs;
/** A caller that never gets its answer loses its connection after this, so that nobody waits for long. */
const hangMs = 2 * secondMs;

export interface Answered {
  readonly path: string;
  /** The account that the call is about, if any. */
  readonly login: number | undefined;
  readonly response: ServerResponse;
  readonly work: () => Reply;
}

/** Says the answer, unless a fault is planned for this kind of call. */
export function answerOrFail({ path, login, response, work }: Answered, faults: PlannedFaults, later: Later): void {
  const struck = struckBy(faults, { path, login });
  switch (struck?.mode) {
    case 'timeout_before':
      return hang(response);
    case 'error':
      return send(response, refused(retcodes.error));
    case 'late':
      later.after(struck.lateMs, work);
      response.destroy();
      return;
    case 'timeout_after':
      work();
      return hang(response);
    case 'slow': {
      const reply = work();
      setTimeout(() => send(response, reply), slownessMs).unref();
      return;
    }
    case 'nonsense':
    case 'nothing':
      work();
      return void response.writeHead(200).end(wrongBodies[struck.mode]);
    case undefined:
      return send(response, work());
  }
}

function struckBy(faults: PlannedFaults, { path, login }: Pick<Answered, 'path' | 'login'>): StruckCall | undefined {
  if (path === keepAlive) return undefined;
  const kind = faultyCalls.get(path);
  const own = kind === 'acts' && login !== undefined ? faults.ofAccount(login).takeForCall() : undefined;
  return own ?? (kind && faults[kind].takeForCall()) ?? faults.all.takeForCall();
}

function hang(response: ServerResponse): void {
  setTimeout(() => response.destroy(), hangMs).unref();
}

export function send(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
