import { setTimeout as wait } from 'node:timers/promises';
import { openClient } from '../crash/client.ts';
import { openDice } from '../crash/dice.ts';
import type { Journal } from '../crash/journal.ts';
import { signIn } from '../measures/visitor.ts';

/** Clients who move and read on one portal, without hurry, and note whatever they are refused that they must not be. */
export interface Load {
  readonly by: string;
  /** How much has gone through. */
  readonly done: { moves: number; reads: number };
  /** A sentence each; the same one once. */
  readonly refused: ReadonlySet<string>;
  /** Until so many more moves have been acknowledged. */
  untilMoves(more: number): Promise<void>;
  /** Forgets what was refused; for a defect that was planted. */
  forget(): void;
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly by: string;
  readonly url: string;
  readonly names: readonly string[];
  readonly seed: number;
  readonly journal: Journal;
  /** What is read beside the moves: what the release before answered. */
  readonly reads: readonly string[];
}

const readPaths = [
  '/api/js/api/client_info',
  '/api/js/api/dashboard',
  '/api/js/api/accounts',
  '/api/js/api/payments/transfer',
  '/api/js/api/transfers',
  '/api/js/api/transfers/overview',
  '/api/js/api/direct/wallets',
  '/api/js/api/direct/inbox',
  '/health/ready',
];
/** Between two of one client: the machine has other things to do. */
const pauseMs = 250;
const looksMost = 1200;

export async function openLoad({ by, url, names, seed, journal, reads }: LoadOptions): Promise<Load> {
  const refused = new Set<string>();
  const done = { moves: 0, reads: 0 };
  let isOver = false;
  const note = (error: unknown): void => void refused.add(`${by}: ${error instanceof Error ? error.message : String(error)}`);
  // Transfers only, each asked once: what is saved twice belongs to another drill.
  const dice = (index: number) => ({ ...openDice(seed * 100 + index), next: () => 0.9 });
  const clients = names.map((name, index) => openClient({ name, url, dice: dice(index), journal }));
  for (const client of clients) await client.signIn();
  const visitor = await signIn(url, names[0] ?? '');

  const move = async (client: (typeof clients)[number]): Promise<void> => {
    while (!isOver) {
      try {
        if (await client.moveSomething()) done.moves += 1;
      } catch (error) {
        note(error);
      }
      await wait(pauseMs);
    }
  };
  const read = async (): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      const place = reads[turn % reads.length] ?? '';
      const answer = await ask(url + place, visitor);
      if (answer === 200) done.reads += 1;
      else note(`${place} answered ${answer}`);
      await wait(pauseMs);
    }
  };
  const working = [...clients.map(move), read()];
  return {
    by,
    done,
    refused,
    async untilMoves(more) {
      const enough = done.moves + more;
      for (let looks = 0; looks < looksMost && done.moves < enough; looks += 1) await wait(pauseMs / 2);
      if (done.moves < enough) note(`only ${done.moves} of ${enough} moves went through`);
    },
    forget: () => refused.clear(),
    async stop() {
      isOver = true;
      await Promise.all(working);
      await Promise.all(clients.map((client) => client.askAgain().catch(note)));
    },
  };
}

/** Which reads this program answers. */
export async function readable(url: string, name: string): Promise<string[]> {
  const visitor = await signIn(url, name);
  const answers = await Promise.all(readPaths.map((place) => ask(url + place, visitor)));
  return readPaths.filter((_, index) => answers[index] === 200);
}

async function ask(url: string, headers: { readonly cookie: string }): Promise<number | string> {
  return fetch(url, { headers, signal: AbortSignal.timeout(20_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    (error: unknown) => String(error),
  );
}
