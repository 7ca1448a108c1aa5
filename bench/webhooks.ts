/**
 * `npm run drill:webhooks`: a provider tells of a payment, of its chargeback and of that chargeback won back, in all six orders, each
 * message fifty times at once; all of it once more after 301 s; and besides messages that are forged, altered, unsigned or signed as
 * another one. The messages are the provider's own: a relay stands where it believes the portal to be. Held to one effect, the same
 * end in every order, and every forged message refused without a write. First the drill shows that it sees: an effect that is lost
 * and one that is doubled must end red.
 *
 *   --copies N   of each message at once (50)
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { emailOf } from '../seed/personas.ts';
import { openPool, type Pool } from '../src/server/database/pool.ts';
import { fundingAccountsOf } from './crash/books.ts';
import { openLine, type Line } from './crash/line.ts';
import { plants, spoilMovement, type Plant } from './crash/plant.ts';
import { openServerProcess, type ServerProcess } from './server.ts';
import { change } from './transfers/portal.ts';
import { openVendorsProcess } from './vendors.ts';
import { openRelay, type Captured, type Relay } from './webhooks/relay.ts';
import { judge, written, type Began, type ToldDeposit } from './webhooks/verdict.ts';

const name = 'provider.new';
/** What is decided at the provider, and what it calls the transaction then. */
const outcomes = [
  { outcome: 'approved', type: 'sale' },
  { outcome: 'charged_back', type: 'chargeback' },
  { outcome: 'won_back', type: 'reversal' },
] as const;
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

function readCopies(): number {
  const { values } = parseArgs({ options: { copies: { type: 'string', default: '50' } } });
  const copies = Number(values.copies);
  if (!Number.isInteger(copies) || copies < 2 || copies > 200)
    throw new RangeError('--copies takes a whole number from 2 to 200');
  return copies;
}

/** Fewer would keep out what the drill sends; how a flood is kept out `drill:flood` shows. */
const wide = {
  'calls.perAddress': { count: 1_000_000, seconds: 60 },
  'calls.perAddressBurst': { count: 1_000_000, seconds: 1 },
  'calls.perNetwork': { count: 1_000_000, seconds: 60 },
  'calls.forgedPerAddress': { count: 1_000_000, seconds: 60 },
} as const;

async function main(): Promise<void> {
  const copies = readCopies();
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
    const line = openLine(server.url);
    await line.signIn(name);
    faults = await drill({ relay, vendors: vendors.address, server, owner, line, copies });
  } finally {
    for (const closer of closers.toReversed()) await closer();
  }
  for (const fault of faults.slice(0, 40)) say(`✗ ${fault}`);
  say(faults.length === 0 ? 'GREEN: one effect, the same end, and nothing forged was heard' : `RED: ${faults.length} faults`);
  process.exit(faults.length === 0 ? 0 : 1);
}

interface Stage {
  readonly relay: Relay;
  /** Where the vendors' helpers are. */
  readonly vendors: string;
  readonly server: ServerProcess;
  readonly owner: Pool;
  readonly line: Line;
  readonly copies: number;
}

async function drill(stage: Stage): Promise<readonly string[]> {
  const { owner, copies } = stage;
  const place = await walletOf(stage);
  const told: ToldDeposit[] = [];
  const captured: Captured[] = [];
  let began: Began | undefined;
  for (const order of orders) {
    const { id, reference, arrivesMinor } = await beginDeposit(stage, place.number);
    began ??= { code: place.code, minor: place.minor, eachMinor: arrivesMinor };
    const messages = await decideAll(stage, reference);
    for (const which of order) await sendAll(stage, messages[which], copies);
    captured.push(...messages);
    told.push({ id, order: order.map((which) => outcomes[which].outcome).join(', ') });
    say(`told ${copies} times each as ${told.at(-1)?.order}`);
    if (told.length > 1) continue;
    for (const plant of plants) if (!(await isSeen(owner, { plant, began, told }))) return ['the drill is blind'];
  }
  if (!began) return ['nothing was told'];
  const faults = await judge(owner.sql, began, told);
  say(`${captured.length} messages in six orders: ${faults.length === 0 ? 'the same end' : 'ends differ'}`);
  await post(`${stage.server.url}/sandbox/clock`, { advance_seconds: replayAfterSeconds });
  const before = await written(owner.sql);
  for (const message of captured) await sendAll(stage, message, 3);
  if ((await written(owner.sql)) !== before) faults.push('what was replayed after 301 s was written again');
  faults.push(...(await judge(owner.sql, began, told)));
  say('replayed after 301 s');
  faults.push(...(await forge(stage, captured)), ...(await judge(owner.sql, began, told)));
  return faults;
}

interface Place {
  readonly number: number;
  readonly code: string;
  readonly minor: bigint;
}

async function walletOf({ owner }: Stage): Promise<Place> {
  const places = await fundingAccountsOf(owner.sql, [emailOf(name)]);
  const found = places.find(({ platform, currency }) => platform === undefined && currency === 'USD');
  if (!found) throw new Error(`${name} has no wallet in US dollars`);
  return { number: found.number, code: found.code, minor: BigInt(found.minor) };
}

async function beginDeposit({ line, owner }: Stage, account: number) {
  const terms = { transfer_type: 'deposit', account_number: account, amount: '100.00', currency: 'USD', pm_id: 340 };
  const confirmed = await line.send('/api/js/api/payments_process', { action: 'confirm', ...terms });
  if (!confirmed.success) throw new Error(`no deposit was confirmed: ${confirmed.code}`);
  const id = Number(confirmed.data['remittance_id']);
  const saved = await line.send('/api/js/api/payments_process', { action: 'save', remittance_id: id });
  if (!saved.success) throw new Error(`no deposit was saved: ${saved.code}`);
  const row = await owner.sql.one<{ reference: string; arrives: bigint }>(
    'select reference, account_amount as arrives from remittance where id = $1',
    [id],
  );
  return { id, reference: row.reference, arrivesMinor: row.arrives };
}

/** The payer pays, takes it back at the bank, and the bank gives it back; what the provider says of each is kept. */
async function decideAll(stage: Stage, reference: string): Promise<readonly [Captured, Captured, Captured]> {
  const decided = async (which: Which): Promise<Captured> => {
    const { outcome, type } = outcomes[which];
    await post(`${stage.vendors}/sandbox/payments/${reference}`, { outcome });
    return stage.relay.told(reference, type);
  };
  return [await decided(0), await decided(1), await decided(2)];
}

/** So many times at once, each acknowledged; waits until what follows has been done. */
async function sendAll({ server, owner }: Stage, message: Captured, copies: number): Promise<void> {
  const statuses = await Promise.all(Array.from({ length: copies }, () => send(server, message)));
  const refused = statuses.filter((status) => status !== 200);
  if (refused.length > 0)
    throw new Error(`of ${copies} copies ${refused.length} were refused: ${refused.slice(0, 5).join(', ')}`);
  const until = Date.now() + restMostMs;
  while (Date.now() < until) {
    const { left } = await owner.sql.one<{ left: bigint }>(
      `select count(*) as left from outbox where topic like 'payment.%' and done_at is null and due_at <= now() + interval '1 hour'`,
    );
    if (left === 0n) return;
    await wait(50);
  }
  throw new Error(`messages were not acted upon within ${restMostMs / 1000} s`);
}

async function send({ url }: ServerProcess, { path: where, raw, headers }: Captured): Promise<number> {
  const signal = AbortSignal.timeout(60_000);
  const response = await fetch(url + where, { method: 'POST', headers, body: new Uint8Array(raw), signal });
  await response.arrayBuffer();
  return response.status;
}

const signature = 'gt-authentication';

/** What nobody has signed so: with another secret, with none, changed after it was signed, and signed as another message was. */
function forgeries(message: Captured, other: Captured): readonly Captured[] {
  const { headers, raw } = message;
  const text = raw.toString('utf8');
  const isHex = /^[0-9a-f]/.test(headers[signature] ?? '');
  if (!isHex) throw new Error('the provider has signed nothing');
  const spoilt = `${(headers[signature] ?? '').startsWith('0') ? '1' : '0'}${(headers[signature] ?? '').slice(1)}`;
  return [
    { ...message, headers: { ...headers, [signature]: spoilt } },
    { ...message, headers: { ...headers, [signature]: '' } },
    { ...message, raw: Buffer.from(text.replaceAll('10000', '90000')) },
    { ...message, headers: { ...headers, [signature]: other.headers[signature] ?? '' } },
  ];
}

async function forge({ server, owner }: Stage, captured: readonly Captured[]): Promise<string[]> {
  const before = await written(owner.sql);
  const forged = captured.flatMap((message, index) => forgeries(message, captured[(index + 4) % captured.length] ?? message));
  const statuses = await Promise.all(forged.map((message) => send(server, message)));
  const heard = statuses.filter((status) => status !== 403).length;
  say(`${forged.length} messages forged, altered, unsigned or signed as another: ${forged.length - heard} refused`);
  return [
    ...(heard === 0 ? [] : [`${heard} of ${forged.length} forged messages were not refused`]),
    ...((await written(owner.sql)) === before ? [] : ['something was written of what was forged']),
  ];
}

interface Rehearsal {
  readonly plant: Plant;
  readonly began: Began;
  readonly told: readonly ToldDeposit[];
}

class TakenBack extends Error {}

/** Spoils what was won back last and judges, in a transaction that is taken back: true when that is green before and red after. */
async function isSeen(owner: Pool, { plant, began, told }: Rehearsal): Promise<boolean> {
  const before = await judge(owner.sql, began, told);
  let after: string[] = [];
  await owner
    .transact(async (sql) => {
      const { id } = await sql.one<{ id: bigint }>(`select max(id) as id from ledger_movement where kind = 'won_back'`);
      await spoilMovement(sql, plant, id);
      after = await judge(sql, began, told);
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  for (const fault of before.slice(0, 5)) say(`    ${fault}`);
  const isRight = before.length === 0 && after.some((fault) => fault.includes(`${began.code} holds`));
  say(
    `planted, an effect ${plant}: ${isRight ? `seen red, ${after.length} faults` : 'NOT SEEN: the drill is blind, or red before'}`,
  );
  return isRight;
}

async function post(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
}

await main();
