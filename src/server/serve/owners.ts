import { networkOf, wideNetworkOf } from '../../base/network.ts';
import { addressOf } from '../http/address.ts';
import type { ExportOwner } from './exports.ts';
import type { Running } from './parts.ts';

/* Whom the reads and the files of a call count for. */

/**
 * Answers when it is this read's time. Whoever has no session reads for their address, and for the wide network that it lies in: who is
 * given many addresses has no more parts for that.
 */
export async function takeShares(running: Running): Promise<() => void> {
  const ends: (() => void)[] = [];
  for (const [owner, atOnce] of ownersOf(running)) ends.push(await running.parts.shares.take(owner, atOnce));
  return () => {
    for (const end of ends) end();
  };
}

function ownersOf({ staff, session, parts, exchange }: Running): readonly (readonly [owner: string, atOnce: number])[] {
  const { readsAtOnce, readsAtOnceOfNetwork } = parts.settings().calls;
  if (staff) return [[`staff:${staff.id}`, readsAtOnce]];
  if (session) return [[`client:${session.identity.id}`, readsAtOnce]];
  const address = addressOf(exchange.request);
  const wide = wideNetworkOf(address);
  return [
    [`address:${networkOf(address)}`, readsAtOnce],
    ...(wide === undefined ? [] : ([[`address:${wide}`, readsAtOnceOfNetwork]] as const)),
  ];
}

/** Whom a file is written for. */
export function exportOwner({ staff, session, exchange }: Running): ExportOwner {
  if (staff) return { name: `staff:${staff.id}` };
  if (session) return { name: `client:${session.identity.id}` };
  const address = addressOf(exchange.request);
  const name = `address:${networkOf(address)}`;
  const wide = wideNetworkOf(address)?.split('::/', 1).join('');
  return wide === undefined ? { name } : { name, within: `address:${wide}:` };
}
