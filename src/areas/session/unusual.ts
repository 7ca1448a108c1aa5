import type { ClientId } from '../../base/id.ts';
import { deviceOf } from '../../base/device.ts';
import { networkOf } from '../../base/network.ts';
import type { Sql } from '../../base/sql.ts';
import type { Event } from '../../protocol/call.ts';
import type { FactorVerdict } from '../factors/face.ts';
import { earlierOrigins, hasSignedInBefore } from './store.ts';

/** What `security` tells the client of: a sign-in from a device that is not known, and a recovery code that was used up. */
export const unusualTopic = 'session.unusual';

interface Origin {
  readonly address: string;
  readonly agent: string;
}

interface SigningIn {
  readonly origin: Origin;
  readonly tellIn: (sql: Sql, event: Event) => Promise<void>;
}

/** Within the transaction that opens the session. The notices stand above this area, so it is told by way of the outbox. */
export async function tellOfUnusual(
  sql: Sql,
  { origin, tellIn }: SigningIn,
  of: { readonly clientId: ClientId; readonly sid: string; readonly factor: FactorVerdict },
): Promise<void> {
  const { clientId, sid, factor } = of;
  const isNew = await isNewOrigin(sql, { clientId, sid, origin });
  const codesLeft = factor.outcome === 'given' && factor.kind === 'recovery' ? factor.codesLeft : null;
  if (!isNew && codesLeft === null) return;
  const { address, agent } = origin;
  await tellIn(sql, { topic: unusualTopic, clientId, payload: { sid, address, agent: agent.slice(0, 400), isNew, codesLeft } });
}

/**
 * Whether nobody has signed in as this client with such a browser from there. A cookie that was cleared makes no device new, and the
 * first sign-in of all is none to be told of.
 */
async function isNewOrigin(sql: Sql, of: { clientId: ClientId; sid: string; origin: Origin }): Promise<boolean> {
  const name = nameOf(of.origin);
  const earlier = await earlierOrigins(sql, of);
  if (earlier.some((each) => nameOf(each) === name)) return false;
  // Whoever has signed up, or reset a password, was in by that.
  return earlier.length > 0 || hasSignedInBefore(sql, of);
}

function nameOf({ address, agent }: Origin): string {
  const { browser, system } = deviceOf(agent);
  return JSON.stringify([networkOf(address), browser, system]);
}
