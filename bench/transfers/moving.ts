import type { Line } from './ask.ts';
import type { Caller } from './clients.ts';

/** What is moved, by where it goes. */
export const kinds = {
  'wallet to wallet': ({ otherWallet }: Caller) => otherWallet,
  'wallet to account': ({ account }: Caller) => account,
} as const;
export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as Kind[];

export interface Run {
  readonly perSecond: number;
  readonly completed: number;
  readonly unfinished: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** However fast the machine is: what the clients hold and the disk takes is bounded. */
const transfersMost = 50_000;
const processPath = '/api/js/api/payments_process';

/** So many callers move one after the other, for so long. */
export function runTransfers(
  { line, callers: all }: { readonly line: Line; readonly callers: readonly Caller[] },
  { kind, callers, seconds }: { readonly kind: Kind; readonly callers: number; readonly seconds: number },
): Promise<Run> {
  const act = async (caller: Caller): Promise<Acted> => {
    const sent = performance.now();
    const status = await move(line, caller, kind);
    return { isDone: status === 'completed', ms: performance.now() - sent };
  };
  return runEach({ clients: all.slice(0, callers), callers, seconds, act, what: kind });
}

/** One thing that a client has done: whether it is as far as it comes at once, and what its calls took. */
export interface Acted {
  readonly isDone: boolean;
  readonly ms: number;
}

export interface EachOfThem {
  /** They take turns where there are more of them than callers. */
  readonly clients: readonly Caller[];
  readonly callers: number;
  readonly seconds: number;
  readonly act: (caller: Caller) => Promise<Acted>;
  readonly what: string;
}

/** So many callers act one after the other, for so long, each time for the client whose turn was longest ago. */
export async function runEach({ clients, callers, seconds, act, what }: EachOfThem): Promise<Run> {
  const latencies: number[] = [];
  const idle = [...clients];
  let begunCount = 0;
  let unfinished = 0;
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const work = async (): Promise<void> => {
    while (performance.now() < until && begunCount < transfersMost) {
      const client = idle.shift();
      if (!client) throw new Error('there are fewer clients than callers');
      begunCount += 1;
      const { isDone, ms } = await act(client);
      idle.push(client);
      if (isDone) latencies.push(ms);
      else unfinished += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, work));
  const took = (performance.now() - begun) / 1000;
  if (latencies.length === 0) throw new Error(`no ${what} was completed`);
  latencies.sort((first, second) => first - second);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { perSecond: latencies.length / took, completed: latencies.length, unfinished, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Confirms and saves, as a browser does it; answers how the transfer stands. */
export async function move({ ask }: Line, caller: Caller, kind: Kind): Promise<string> {
  const { headers, wallet } = caller;
  const confirm = {
    action: 'confirm',
    transfer_type: 'transfer',
    account_number: wallet,
    target_account_number: kinds[kind](caller),
  };
  const quoted = await ask({ path: processPath, headers, body: { ...confirm, amount: '10', currency: 'USD' } });
  const saved = await ask({ path: processPath, headers, body: { action: 'save', remittance_id: quoted['remittance_id'] } });
  return String(saved['status']);
}
