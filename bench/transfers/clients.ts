import { setTimeout as wait } from 'node:timers/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { seedCrowd } from '../../seed/crowd.ts';
import { ensureWallet } from '../../src/areas/fundingAccounts/face.ts';
import { clientId } from '../../src/base/id.ts';
import { openBook } from '../../src/ledger/book.ts';
import { opening, wallet } from '../../src/ledger/chart.ts';
import { sqlOver, type Pool } from '../../src/server/database/pool.ts';
import { openSessions } from '../../src/server/live/session.ts';
import { sessionCookie } from '../../src/server/http/doors.ts';
import { defaultSettings } from '../../src/settings/index.ts';
import type { Ask } from './ask.ts';

/** A client with a warm session, two wallets and an account that the trading platform knows. */
export interface Caller {
  readonly email: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly wallet: number;
  readonly otherWallet: number;
  readonly account: number;
}

const company = 3;
/** More than any run moves. */
const openingMinor = 1_000_000_000n;
/** Accounts that are opened side by side. */
const openedAtOnce = 8;

/** So many clients with money in a dollar wallet and with an empty one in euros. */
export async function prepareClients(owner: Pool, count: number): Promise<void> {
  const connection = await owner.connect();
  const crowd = { sql: sqlOver(connection), copy: (statement: string) => connection.query(copyFrom(statement)) };
  await seedCrowd({ ...crowd, now: new Date(), count }, () => undefined);
  await connection.end();
  // What only this side knows of would be reported as a difference to the platform.
  await owner.sql.run('delete from trading_account');
  const book = openBook({ sql: owner.sql });
  const at = new Date();
  for (const { id } of await owner.sql.many<{ id: number }>('select id from client')) {
    const clientsWallet = wallet({ company, clientId: clientId(id) }, 'USD');
    const legs = [{ from: opening(company, 'USD'), to: clientsWallet, minor: openingMinor }] as const;
    await book.submit({ movement: { key: `opening_balance:${id}`, kind: 'opening_balance', at, legs: [...legs] } });
    await ensureWallet(owner.sql, { clientId: clientId(id), companyId: company, currency: 'EUR', now: at });
  }
  await book.close();
  await owner.sql.run('vacuum analyze');
}

/** Sessions for so many of them, made as signing in makes them, without its throttle. */
export async function openCallers(owner: Pool, ask: Ask, count: number): Promise<Caller[]> {
  const clock = { now: () => new Date(), wall: () => new Date() };
  const sessions = openSessions({ database: owner, clock, settings: () => defaultSettings });
  const rows = await owner.sql.many<{ id: number; email: string; usd: number; eur: number }>(
    `select c.id, c.email, u.number as usd, e.number as eur from client c
       join wallet u on u.client_id = c.id and u.currency = 'USD'
       join wallet e on e.client_id = c.id and e.currency = 'EUR' order by c.id limit $1`,
    [count],
  );
  const open = async ({ id, email, usd, eur }: (typeof rows)[number]): Promise<Caller> => {
    const session = await sessions.open(owner.sql, { clientId: clientId(id), address: '127.0.0.1', agent: 'bench' });
    const headers = {
      cookie: `${sessionCookie(true)}=${session.secret}`,
      authorization: `Bearer ${session.token}`,
      'content-type': 'application/json',
    };
    return { email, headers, wallet: usd, otherWallet: eur, account: await openAccount(ask, headers) };
  };
  const callers: Caller[] = [];
  for (let begun = 0; begun < rows.length; begun += openedAtOnce)
    callers.push(...(await Promise.all(rows.slice(begun, begun + openedAtOnce).map(open))));
  return callers;
}

interface FormAccount {
  readonly number: number;
  readonly kind: 'trading' | 'wallet';
}

const looksMost = 100;
const betweenLooksMs = 200;

/** The account is there when the form of transfers offers it. */
async function openAccount(ask: Ask, headers: Caller['headers']): Promise<number> {
  const order = { account: 'advantage mt5', currency: 'USD', account_group: 'live', i_agree_tc: true };
  await ask({ path: '/api/js/api/accounts/live', headers, body: order });
  for (let looks = 0; looks < looksMost; looks += 1) {
    const form = await ask({ path: '/api/js/api/payments/transfer', headers });
    const found = (form['accounts'] as FormAccount[]).find(({ kind }) => kind === 'trading');
    if (found) return found.number;
    await wait(betweenLooksMs);
  }
  throw new Error('an account that was opened is not offered to be paid into');
}
