/**
 * `npm run drill:webhooks`: each vendor that writes to us (`webhooks/tellers.ts`) tells of three things, in all six orders, each message
 * fifty times at once, and all of it once more after 301 s. Besides come messages that are forged, altered, unsigned, signed as another
 * one or brought to another vendor's door. The messages are the vendor's own: a relay stands where it believes the portal to be. Held to
 * one effect, the same end in every order, and every forged message refused without a write. First the drill shows that it sees, of each
 * vendor: an effect that is lost and one that is doubled must end red.
 *
 *   --copies N   of each message at once (50)
 *   --only NAME  of the vendors this one alone
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPool } from '../src/server/database/pool.ts';
import { plants, type Plant } from './crash/plant.ts';
import { openServerProcess } from './server.ts';
import { change } from './transfers/portal.ts';
import { openVendorsProcess } from './vendors.ts';
import { forgeries } from './webhooks/forging.ts';
import { openRelay, type Captured } from './webhooks/relay.ts';
import { tell, type Scene } from './webhooks/subjects.ts';
import { tellers, type Said, type Teller } from './webhooks/tellers.ts';
import { judge, written, type Told } from './webhooks/verdict.ts';

type Which = 0 | 1 | 2;
const orders: readonly (readonly [Which, Which, Which])[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];
const replayAfterSeconds = 301;
/** A bound of hanging, not of speed. */
const restMostMs = 120_000;

const begun = Date.now();
const say = (text: string): void =>
  void process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

function readAsked() {
  const { values } = parseArgs({ options: { copies: { type: 'string', default: '50' }, only: { type: 'string' } } });
  const copies = Number(values.copies);
  if (!Number.isInteger(copies) || copies < 2 || copies > 200)
    throw new RangeError('--copies takes a whole number from 2 to 200');
  const asked = tellers.filter(({ name }) => values.only === undefined || name === values.only);
  if (asked.length === 0) throw new RangeError(`--only takes one of ${tellers.map(({ name }) => name).join(', ')}`);
  return { copies, asked };
}

/** Fewer would keep out what the drill sends; how a flood is kept out `drill:flood` shows. */
const wide = {
  'calls.perAddress': { count: 1_000_000, seconds: 60 },
  'calls.perAddressBurst': { count: 1_000_000, seconds: 1 },
  'calls.perNetwork': { count: 1_000_000, seconds: 60 },
  'calls.forgedPerAddress': { count: 1_000_000, seconds: 60 },
} as const;

async function main(): Promise<void> {
  const { copies, asked } = readAsked();
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'webhooks-'));
  const closers: (() => Promise<void>)[] = [() => Promise.resolve(rmSync(folder, { recursive: true, force: true }))];
  let faults: readonly string[] = ['nothing was tried'];
  try {
    const relay = await openRelay();
    closers.push(() => relay.close());
    const vendors = await openVendorsProcess(folder, 'Europe/Athens');
    closers.push(() => vendors.stop());
    const server = await openServerProcess(folder, { SANDBOX_VENDORS: vendors.address, PUBLIC_URL: relay.url });
    closers.push(() => server.stop());
    await server.start();
    const owner = openPool({ url: server.databaseUrl(), max: 2 });
    closers.push(() => owner.close());
    await change(owner, wide);
    faults = await drill({ relay, vendors: vendors.address, server, owner, copies }, asked);
  } finally {
    for (const closer of closers.toReversed()) await closer();
  }
  for (const fault of faults.slice(0, 40)) say(`✗ ${fault}`);
  say(faults.length === 0 ? 'GREEN: one effect, the same end, and nothing forged was heard' : `RED: ${faults.length} faults`);
  process.exit(faults.length === 0 ? 0 : 1);
}

type Heard = Readonly<Record<string, readonly Captured[]>>;

async function drill(stage: Scene, asked: readonly Teller[]): Promise<readonly string[]> {
  const { owner } = stage;
  const heard: Record<string, readonly Captured[]> = {};
  const all: Told[] = [];
  for (const teller of asked) {
    const { told, captured, isBlind } = await tellInAllOrders(stage, teller);
    if (isBlind) return [`the drill is blind for what ${teller.name} tells`];
    heard[teller.name] = captured;
    all.push(...told);
  }
  const faults = await judge(owner.sql, all);
  const count = Object.values(heard).flat().length;
  say(`${count} messages in six orders: ${faults.length === 0 ? 'the same end' : 'ends differ'}`);
  await tell(`${stage.server.url}/sandbox/clock`, { advance_seconds: replayAfterSeconds });
  const before = await written(owner.sql);
  for (const message of Object.values(heard).flat()) await sendAll(stage, message, 3);
  if ((await written(owner.sql)) !== before) faults.push('what was replayed after 301 s was written again');
  faults.push(...(await judge(owner.sql, all)));
  say('replayed after 301 s');
  faults.push(...(await forge(stage, asked, heard)), ...(await bend(stage, asked, heard)), ...(await judge(owner.sql, all)));
  return faults;
}

/** What was told of each order; blind where a planted defect is not seen in the first. */
async function tellInAllOrders(stage: Scene, teller: Teller) {
  const told: Told[] = [];
  const captured: Captured[] = [];
  for (const [nth, order] of orders.entries()) {
    const { acts, ...begun } = await teller.begin(stage, nth);
    const messages: Captured[] = [];
    for (const [which, act] of acts.entries()) {
      await act();
      messages.push(await messageOf(stage, teller, { of: begun.of, what: teller.events[which] ?? '' }));
    }
    for (const which of order) await sendAll(stage, messages[which], stage.copies);
    captured.push(...messages);
    told.push({ ...begun, teller, order: order.map((which) => teller.events[which]) });
    if (nth > 0) continue;
    for (const plant of plants) if (!(await isSeen(stage, plant, told))) return { told, captured, isBlind: true };
  }
  say(`${teller.name} has told ${stage.copies} times each in ${orders.length} orders`);
  return { told, captured, isBlind: false };
}

function messageOf({ relay }: Scene, { name, door, said }: Teller, wanted: Said): Promise<Captured> {
  return relay.told(`“${wanted.what}” of ${wanted.of} by ${name}`, ({ path: where, raw }) => {
    if (where !== door) return false;
    const { of, what } = said(raw);
    return of === wanted.of && what === wanted.what;
  });
}

/** So many times at once, each acknowledged; waits until what follows has been done. */
async function sendAll(stage: Scene, message: Captured | undefined, copies: number): Promise<void> {
  if (!message) throw new Error('there is no such message');
  const statuses = await Promise.all(Array.from({ length: copies }, () => send(stage, message)));
  const refused = statuses.filter((status) => status !== 200);
  if (refused.length > 0)
    throw new Error(`of ${copies} copies ${refused.length} were refused: ${refused.slice(0, 5).join(', ')}`);
  await untilDone(stage);
}

async function untilDone({ owner }: Scene): Promise<void> {
  const until = Date.now() + restMostMs;
  while (Date.now() < until) {
    const { left } = await owner.sql.one<{ left: bigint }>(
      `select count(*) as left from outbox where done_at is null and due_at <= now() + interval '1 hour'
         and (topic like 'payment.%' or topic like 'prepaidCards.%' or topic like 'verification.%')`,
    );
    if (left === 0n) return;
    await wait(50);
  }
  throw new Error(`messages were not acted upon within ${restMostMs / 1000} s`);
}

async function send({ server }: Scene, { path: where, raw, headers }: Captured): Promise<number> {
  const signal = AbortSignal.timeout(60_000);
  const response = await fetch(server.url + where, { method: 'POST', headers, body: new Uint8Array(raw), signal });
  await response.arrayBuffer();
  return response.status;
}

async function forge(stage: Scene, asked: readonly Teller[], heard: Heard): Promise<string[]> {
  const before = await written(stage.owner.sql);
  const forged = asked.flatMap((teller) => forgeries(teller, heard));
  let taken = 0;
  for (let from = 0; from < forged.length; from += stage.copies) {
    const statuses = await Promise.all(forged.slice(from, from + stage.copies).map((message) => send(stage, message)));
    taken += statuses.filter((status) => status !== 403).length;
  }
  say(
    `${forged.length} messages forged, altered, unsigned, signed as another or at another’s door: ${forged.length - taken} refused`,
  );
  await untilDone(stage);
  return [
    ...(taken === 0 ? [] : [`${taken} of ${forged.length} forged messages were not refused`]),
    ...((await written(stage.owner.sql)) === before ? [] : ['something was written of what was forged']),
  ];
}

/** What a vendor does not sign may say anything: it is heard, the vendor is asked, and nothing follows. */
async function bend(stage: Scene, asked: readonly Teller[], heard: Heard): Promise<string[]> {
  let bent = 0;
  for (const { name, bend: bendOne } of asked)
    for (const message of bendOne ? (heard[name] ?? []) : []) {
      const raw = Buffer.from(bendOne?.(message.raw.toString('utf8')) ?? '');
      if (raw.equals(message.raw)) return [`nothing was bent of what ${name} has told`];
      await sendAll(stage, { ...message, raw }, 2);
      bent += 1;
    }
  say(`${bent} messages changed in what is not signed`);
  return [];
}

class TakenBack extends Error {}

/** Spoils what was told last and judges, in a transaction that is taken back: true when that is green before and red after. */
async function isSeen({ owner }: Scene, plant: Plant, told: readonly Told[]): Promise<boolean> {
  const last = told.at(-1);
  if (!last) return false;
  const before = await judge(owner.sql, told);
  let after: string[] = [];
  await owner
    .transact(async (sql) => {
      await last.teller.plants[plant](sql, last.id);
      after = await judge(sql, told);
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  for (const fault of before.slice(0, 5)) say(`    ${fault}`);
  const isRight = before.length === 0 && after.some((fault) => fault.includes('ended with'));
  const verdict = isRight ? `seen red, ${after.length} faults` : 'NOT SEEN: the drill is blind, or red before';
  say(`planted for ${last.teller.name}, an effect ${plant}: ${verdict}`);
  return isRight;
}

await main();
