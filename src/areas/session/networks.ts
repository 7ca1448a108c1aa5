import { networkOf, wideNetworkOf } from '../../base/network.ts';
import type { Sql } from '../../base/sql.ts';
import type { RateLimit } from '../../protocol/call.ts';

type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Exact counts over every process. */
export interface ExactLimits {
  count(sql: Sql, key: string, limit: RateLimit): Promise<Verdict>;
  giveBack(sql: Sql, key: string, limit: RateLimit): Promise<void>;
}

/** The names that tries from an address are counted under: its network's, and the wider one's where it lies in one. */
export interface NetworkNames {
  readonly near: string;
  readonly wide: string | undefined;
}

export interface NetworkLimits {
  readonly perAddress: RateLimit;
  /** Of all the networks together that one site is given (`wideNetworkOf`). */
  readonly perNetwork: RateLimit;
}

export function networkNames(kind: string, address: string): NetworkNames {
  const wide = wideNetworkOf(address);
  return { near: `${kind}:${networkOf(address)}`, wide: wide && `${kind}:${wide}` };
}

/** Counts a try from there; refused when its network, or the wider one, has had too many. */
export async function countNetworks(
  sql: Sql,
  app: { readonly limits: ExactLimits },
  { names, limits }: { readonly names: NetworkNames; readonly limits: NetworkLimits },
): Promise<Verdict> {
  const near = await app.limits.count(sql, names.near, limits.perAddress);
  if (!near.allowed || names.wide === undefined) return near;
  return app.limits.count(sql, names.wide, limits.perNetwork);
}

/** Takes a try back that turned out well. */
export async function giveNetworksBack(
  sql: Sql,
  app: { readonly limits: ExactLimits },
  { names, limits }: { readonly names: NetworkNames; readonly limits: NetworkLimits },
): Promise<void> {
  await app.limits.giveBack(sql, names.near, limits.perAddress);
  if (names.wide !== undefined) await app.limits.giveBack(sql, names.wide, limits.perNetwork);
}
