import type { Pool } from '../../src/server/database/pool.ts';
import { openLine } from '../transfers/ask.ts';
import { openCallers, prepareClients, type Caller } from '../transfers/clients.ts';
import { openPortal, type Portal } from '../transfers/portal.ts';

/** A portal in production mode with the limits that ship, a client who is hostile, and others who are not. */
export interface Scene {
  readonly portal: Portal;
  readonly hostile: Caller;
  readonly quiet: readonly Caller[];
  close(): Promise<void>;
}

const quietClients = 3;
/** Beyond the crowd's own: as many as make an export that takes a while. */
const hostileTransfers = 20_000;
const crowd = 200;

export async function openScene(folder: string): Promise<Scene> {
  // Where each of them comes from, the proxy says: it is trusted, as in front of a portal.
  const environment = { TRUSTED_PROXIES: '127.0.0.1', CLOSING_SECONDS: '0' };
  const portal = await openPortal(folder, { prepare: (owner) => prepareClients(owner, crowd), settings: {}, environment });
  const line = openLine(portal.url, 2);
  const [hostile, ...quiet] = await openCallers(portal.owner, line.ask, quietClients + 1);
  await line.close();
  if (!hostile) throw new Error('there are no clients');
  await addTransfers(portal.owner, hostile);
  return { portal, hostile, quiet, close: () => portal.close() };
}

/** The header that says where a request comes from. */
export const fromAddress = (address: string): Readonly<Record<string, string>> => ({ 'x-forwarded-for': address });

async function addTransfers(owner: Pool, { wallet }: Caller): Promise<void> {
  await owner.transact(async (sql) => {
    await sql.run('set local session_replication_role = replica');
    await sql.run(
      `insert into remittance (id, client_id, company_id, transfer_type, phase, reference, method_id, provider, account_number,
         amount, currency, account_amount, account_currency, created_at, expires_at, saved_at, updated_at)
       select 500000000 + n, w.client_id, 3, 'deposit', 'completed', 'flood-' || lpad(n::text, 8, '0'), 340, 'praxis', w.number,
         12500, 'USD', 12500, 'USD', at, at, at, at
         from wallet w, generate_series(1, $2::integer) n, lateral (select now() - make_interval(mins => n) as at) t
        where w.number = $1`,
      [wallet, hostileTransfers],
    );
  });
  await owner.sql.run('vacuum analyze remittance');
}
