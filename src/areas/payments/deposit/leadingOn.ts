import { z } from 'zod';
import { remittanceId, type ClientId } from '../../../base/id.ts';
import type { Sql } from '../../../base/sql.ts';
import type { Payments } from '../../../ports/payments/port.ts';
import { remittanceOf } from '../store.ts';
import { isAtProvider, type Sealing } from './deposits.ts';

/*
 * `redirect_data` (readings, decision 6): sealed by us, for one remittance, for ten minutes. It holds no address: the page it leads to
 * is the one that the connector has answered for that remittance, and only one of the connector's own hosts is led to.
 */

/** So that nothing else that is sealed under the same key is taken for one. */
const sealed = z.strictObject({ redirect: z.int().positive(), until: z.iso.datetime() });

export interface Leading extends Sealing {
  readonly payments: Readonly<Record<string, Payments>>;
  readonly publicUrl: string;
}

interface Asked {
  readonly data: string;
  readonly clientId: ClientId;
  readonly now: Date;
}

/** Where it leads; undefined where it is not ours, too old, another client's, or leads to no page of the connector's. */
export async function pageOf(app: Leading, sql: Sql, { data, clientId, now }: Asked) {
  const told = opened(app, data);
  if (!told || new Date(told.until) <= now) return undefined;
  const remittance = await remittanceOf(sql, remittanceId(told.redirect));
  if (remittance?.clientId !== clientId || !isAtProvider(remittance)) return undefined;
  const { redirect, provider } = remittance;
  const isOwn = redirect.method === 'GET' && URL.parse(redirect.url)?.origin === new URL(app.publicUrl).origin;
  const connector = provider === null ? undefined : app.payments[provider];
  return isOwn || isOf(connector, redirect.url) ? { remittance, redirect, isOwn } : undefined;
}

function isOf(connector: Payments | undefined, address: string): boolean {
  const url = URL.parse(address);
  const isSafe = url?.protocol === 'https:' || url?.hostname === '127.0.0.1' || url?.hostname === 'localhost';
  return url !== null && isSafe && connector?.pageHosts?.includes(url.host) === true;
}

function opened({ vault }: Sealing, data: string): z.output<typeof sealed> | undefined {
  try {
    const read = sealed.safeParse(JSON.parse(vault.open(data)));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
