import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { seedClientsOnly } from '../../seed/main.ts';
import { changeStatus, insertAccount, takeLogin } from '../../src/areas/accounts/face.ts';
import { ensureWallet } from '../../src/areas/fundingAccounts/face.ts';
import { accountNumber, clientId, type ClientId } from '../../src/base/id.ts';
import type { Currency } from '../../src/base/currency.ts';
import type { Sql } from '../../src/base/sql.ts';
import { accountTypeNamed } from '../../src/law/accountTypes.ts';
import { loginRange } from '../../src/law/numbers.ts';
import { platformGroup, platformGroups } from '../../src/law/platformGroups.ts';
import { post } from '../../src/ledger/book.ts';
import { opening, trading, wallet, type Account } from '../../src/ledger/chart.ts';
import { openMetaTrader4 } from '../../src/ports/platform/mt4/index.ts';
import { openMetaTrader5 } from '../../src/ports/platform/mt5/index.ts';
import type { Platform } from '../../src/ports/platform/port.ts';
import { startMetaTrader, type MetaTraderServer } from '../../src/sandbox/metatrader/index.ts';
import type { Pool } from '../../src/server/database/pool.ts';

export type Kind = 'mt4' | 'mt5';

/** Both platforms, in the process that is not killed. */
export interface Platforms {
  readonly servers: Readonly<Record<Kind, MetaTraderServer>>;
  readonly ask: Readonly<Record<Kind, Platform>>;
  readonly password: string;
}

export async function startPlatforms(folder: string): Promise<Platforms> {
  const clock = { now: () => new Date(), wall: () => new Date() };
  const password = `Aa1!${randomBytes(6).toString('hex')}`;
  const start = (kind: Kind) =>
    startMetaTrader({
      kind,
      dataFolder: path.join(folder, kind),
      host: '127.0.0.1',
      port: 0,
      clock,
      password,
      groups: platformGroups(kind),
    });
  const servers = { mt4: await start('mt4'), mt5: await start('mt5') };
  const settings = { managerLogin: 1000, managerPassword: password, clock };
  const ask = {
    mt4: openMetaTrader4({ ...settings, address: servers.mt4.address }),
    mt5: openMetaTrader5({ ...settings, address: servers.mt5.address }),
  };
  return { servers, ask, password };
}

const holdings = [
  { type: 'advantage mt5', kind: 'mt5', currency: 'USD', minor: 123_45n },
  { type: 'standard', kind: 'mt4', currency: 'EUR', minor: 67_89n },
  { type: 'standard', kind: 'mt4', currency: 'USD', minor: 0n },
] as const;
const inWallet = 50_01n;

/** Clients of the global company, each with two accounts that hold something, one that is empty, and a wallet. */
export async function fundClients(owner: Pool, { ask }: Platforms, count: number): Promise<ClientId[]> {
  const now = new Date();
  const clock = { now: () => now, wall: () => now };
  await seedClientsOnly({ database: owner, clock });
  const rows = await owner.sql.many<{ id: number }>(
    `update client set company_id = 3, branch_id = 1, country = 'ZA', status_id = 12, client_category = 0
      where id in (select id from client order by id limit $1) returning id`,
    [count],
  );
  const ids = rows.map(({ id }) => clientId(id));
  for (const id of ids) {
    for (const holding of holdings) await openFunded(owner, { id, holding, platform: ask[holding.kind], now });
    await owner.transact(async (sql) => {
      await ensureWallet(sql, { clientId: id, companyId: 3, currency: 'USD', now });
      await bring(sql, wallet({ company: 3, clientId: id }, 'USD'), inWallet);
    });
  }
  return ids;
}

interface Funded {
  readonly id: ClientId;
  readonly holding: (typeof holdings)[number];
  readonly platform: Platform;
  readonly now: Date;
}

async function openFunded(owner: Pool, { id, holding, platform, now }: Funded): Promise<void> {
  const { currency, minor } = holding;
  const type = accountTypeNamed(holding.type);
  if (!type) throw new Error(`there is no type ${holding.type}`);
  const client = { company: 3, country: 'ZA', category: 0 } as const;
  const group = platformGroup({ client, type, currency, isSwapFree: false, isDemo: false });
  const of = { type, currency, leverage: 25, swapFree: false, groupName: group, name: '', openedAt: now, isDemo: false };
  const taken = await takeLogin(owner.sql, loginRange({ platform: type.platform, company: 3, isDemo: false }));
  const number = accountNumber(taken ?? 0);
  await platform.openAccount({
    login: number,
    group,
    name: 'Drill',
    leverage: 25,
    passwordMain: 'Aa1!aaaa',
    passwordInvestor: 'Bb2!bbbb',
  });
  const tag = `fund-${number}`;
  if (minor > 0n) await platform.balanceOperation({ login: number, kind: 'balance', amount: minor, currency, tag });
  await owner.transact(async (sql) => {
    await insertAccount(sql, { ...of, number, clientId: id, companyId: 3 });
    await changeStatus(sql, { number, from: 'opening', to: 'active', at: now });
    if (minor > 0n) await bring(sql, trading({ company: 3, clientId: id }, currency, number), minor);
  });
}

async function bring(sql: Sql, to: Account, minor: bigint): Promise<void> {
  const currency: Currency = to.unit;
  const legs = [{ from: opening(to.company, currency), to, minor }] as const;
  await post(sql, { movement: { key: `opening_balance:${to.code}`, kind: 'opening_balance', legs, at: new Date() } });
}

/** Offers each client who has none the move to the other of two companies, with all that a client agrees to before. */
export async function offerMoves(sql: Sql, ids: readonly ClientId[]): Promise<void> {
  // Whoever has come to another country has to prove anew where they live (areas/moves): here that is looked at already.
  await sql.run(`update client set status_id = 12 where id = any($1::integer[]) and status_id = 9`, [ids]);
  await sql.run(
    `insert into company_move (client_id, from_company, to_company, phase, country, terms_version, approved_at, created_at)
     select id, company_id, case company_id when 3 then 4 else 3 end, 'offered', case company_id when 3 then 'GB' else 'ZA' end, 1,
       now(), now()
     from client c where id = any($1::integer[])
       and not exists (select from company_move m where m.client_id = c.id and m.phase in ('asked', 'offered', 'moving', 'returning'))
       and not exists (select from company_move m where m.client_id = c.id and m.phase = 'moved' and m.ended_at is null)`,
    [ids],
  );
}

/** As if so much time had passed that whoever was killed has lost what it had claimed, and the platforms' patience is over. */
export async function outlast(sql: Sql): Promise<void> {
  await sql.run('update company_move set lease_until = now() where lease_until > now()');
  await sql.run(
    `update platform_operation set lease_until = now() - interval '1 second', asked_at = asked_at - interval '1 hour'
      where state in ('asking', 'looking', 'unknown', 'idle')`,
  );
}
