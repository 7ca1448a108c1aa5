import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { after, minuteMs, type Clock } from '../../base/time.ts';
import type { PasskeyAnswer, PasskeyCreated } from '../../protocol/proof.ts';
import {
  keepPasskey,
  keepPasskeyChallenge,
  markPasskeyUsed,
  passkeysOf,
  usePasskeyChallenge,
  type PasskeyPurpose,
  type PasskeyRow,
} from './store.ts';

/* WebAuthn (W3C, level 3). A passkey belongs to the host that browsers reach the portal at, and is bound to its origin. */

export interface PasskeyNeeds {
  readonly publicUrl: string;
  readonly clock: Clock;
}

const challengeMs = 5 * minuteMs;
/** Beside the password it is enough that the device is there; where it asks for a finger or a PIN by itself, the better. */
const userVerification = 'preferred';

/** Ed25519, P-256 and RSA with SHA-256: what devices and every supported Node know (RFC 9053). */
const algorithms = [-8, -7, -257];

/** What the browser hands to the device for another passkey. */
export async function passkeyCreation(
  sql: Sql,
  app: PasskeyNeeds,
  of: { readonly client: ClientId; readonly email: string; readonly brand: string },
): Promise<Awaited<ReturnType<typeof generateRegistrationOptions>>> {
  const { client, email, brand } = of;
  const keys = await passkeysOf(sql, client);
  const options = await generateRegistrationOptions({
    rpName: brand,
    rpID: new URL(app.publicUrl).hostname,
    userName: email,
    userID: new TextEncoder().encode(String(client)),
    timeout: challengeMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: keys.map(shownKey),
    authenticatorSelection: { residentKey: 'preferred', userVerification },
  });
  await keepChallenge(sql, app, { client, purpose: 'add', challenge: options.challenge });
  return options;
}

/** Keeps the passkey that the device has made; false where it is none, or there are too many. */
export async function addPasskey(
  sql: Sql,
  app: PasskeyNeeds,
  of: { readonly client: ClientId; readonly created: PasskeyCreated; readonly name: string },
): Promise<boolean> {
  const { client, created, name } = of;
  const expected = await expectedOf(sql, app, { client, purpose: 'add', clientData: created.response.clientDataJSON });
  if (!expected) return false;
  const verdict = await judged(() =>
    verifyRegistrationResponse({ ...expected, response: created, supportedAlgorithmIDs: algorithms }),
  );
  if (!verdict?.verified || !verdict.registrationInfo) return false;
  const { id, publicKey, counter } = verdict.registrationInfo.credential;
  return keepPasskey(sql, {
    client,
    credential_id: id,
    public_key: publicKey,
    counter: BigInt(counter),
    transports: created.response.transports ?? [],
    name,
    created_at: app.clock.now(),
  });
}

/** What the browser hands to the device, so that it answers with one of these passkeys. */
export async function passkeyRequest(
  sql: Sql,
  app: PasskeyNeeds,
  of: { client: ClientId; keys: readonly PasskeyRow[]; binds?: string | undefined },
) {
  const options = await generateAuthenticationOptions({
    rpID: new URL(app.publicUrl).hostname,
    allowCredentials: of.keys.map(shownKey),
    timeout: challengeMs,
    userVerification,
  });
  await keepChallenge(sql, app, { client: of.client, purpose: 'prove', challenge: options.challenge, binds: of.binds });
  return options;
}

/** Whether one of the client's passkeys has answered a challenge that was put to them; it is used up either way. */
export async function isPasskeyRight(
  sql: Sql,
  app: PasskeyNeeds,
  of: {
    readonly client: ClientId;
    readonly keys: readonly PasskeyRow[];
    readonly answer: PasskeyAnswer;
    readonly binds?: string | undefined;
  },
): Promise<boolean> {
  const { client, keys, answer, binds } = of;
  const expected = await expectedOf(sql, app, { client, purpose: 'prove', binds, clientData: answer.response.clientDataJSON });
  const key = keys.find(({ credential_id: id }) => id === answer.id);
  if (!expected || !key) return false;
  const credential = { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: Number(key.counter) };
  const verdict = await judged(() => verifyAuthenticationResponse({ ...expected, response: answer, credential }));
  if (!verdict?.verified) return false;
  const counter = BigInt(verdict.authenticationInfo.newCounter);
  await markPasskeyUsed(sql, { id: key.id, counter, at: app.clock.now() });
  return true;
}

function shownKey({ credential_id: id, transports }: PasskeyRow) {
  return { id, transports };
}

interface Challenged {
  readonly client: ClientId;
  readonly purpose: PasskeyPurpose;
  readonly binds?: string | undefined;
}

async function keepChallenge(sql: Sql, app: PasskeyNeeds, of: Challenged & { readonly challenge: string }): Promise<void> {
  const now = app.clock.wall();
  await keepPasskeyChallenge(sql, { ...of, now, until: after(now, challengeMs) });
}

const clientDataSchema = z.object({ challenge: z.string().max(100) });

/** What the answer is held to; undefined where its challenge is not out for this client and this purpose. */
async function expectedOf(
  sql: Sql,
  app: PasskeyNeeds,
  { client, purpose, binds, clientData }: Challenged & { clientData: string },
) {
  const challenge = challengeIn(clientData);
  if (challenge === undefined) return undefined;
  const isOut = await usePasskeyChallenge(sql, { client, purpose, binds, challenge, now: app.clock.wall() });
  const { origin, hostname } = new URL(app.publicUrl);
  return isOut
    ? { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: false }
    : undefined;
}

function challengeIn(clientData: string): string | undefined {
  try {
    const read = clientDataSchema.safeParse(JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')));
    return read.data?.challenge;
  } catch {
    return undefined;
  }
}

/** The library throws at what does not fit, which says no more than that it is none. */
async function judged<Verdict>(verify: () => Promise<Verdict>): Promise<Verdict | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
