import { randomInt } from 'node:crypto';
import { moveId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { joinedTopic } from '../duplicates/face.ts';
import { ensureWallet } from '../fundingAccounts/face.ts';
import { postWalletCrossed } from './postings.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { driveMove, moveTopic } from './driving.ts';
import { endOfKnown } from './knownThere.ts';
import type { Platforms } from './seen.ts';
import { leftBehind, lockClient, type LeftBehind } from './clientRows.ts';

export interface Needs {
  readonly platforms: Platforms;
}

/** Finishes moves whose call died or was left without an answer, and takes along what comes in late at the company before. */
export function jobs(app: Needs, pick: (below: number) => number = (below) => randomInt(below)): Jobs {
  return {
    on: {
      [moveTopic]: async (event, context) => {
        const id = event.payload['move'];
        if (typeof id !== 'number') throw new Error(`the event ${event.id} names no move`);
        const driven = await driveMove({ ...context, platforms: app.platforms, pick }, moveId(id));
        if (driven === 'under_way') throw new Error(`the move ${id} is still under way`);
      },
      [joinedTopic]: async (event, context) => {
        const client = event.payload['client'];
        if (typeof client !== 'number') throw new Error(`the event ${event.id} names no client`);
        await endOfKnown(context, client);
      },
    },
    every: [{ name: 'moves.late', seconds: 60, dueBy: 'wall', run: takeAlong }],
  };
}

/** A payment that was paid only after the move, or came back: its money follows the client. */
async function takeAlong(context: JobContext): Promise<void> {
  for (const found of await leftBehind(context.sql)) {
    await context.transact((sql) => followClient(sql, found, context.now));
    await context.stale(found.clientId, ['wallets', 'dashboard']);
  }
}

/** What came into the wallet of a former company goes into the one of the client's company. */
async function followClient(sql: Sql, found: LeftBehind, now: Date): Promise<void> {
  const { clientId, company: from, to, currency, movement } = found;
  await lockClient(sql, clientId);
  await ensureWallet(sql, { clientId, companyId: to, currency, now });
  // Under the last movement that brought something: two who look at the same time post it once.
  await postWalletCrossed(sql, {
    move: { clientId, from, to },
    name: `late:${clientId}:${currency}:${movement}`,
    currency,
    at: now,
  });
}
