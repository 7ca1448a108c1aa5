import { setTimeout as wait } from 'node:timers/promises';
import { emailOf } from '../../seed/personas.ts';
import type { Pool } from '../../src/server/database/pool.ts';
import { fundingAccountsOf } from '../crash/books.ts';
import { openLine, type Line } from '../crash/line.ts';
import type { ServerProcess } from '../server.ts';
import type { Relay } from './relay.ts';

/* What vendors are told to do, and to what: deposits, cards and checks of clients of the seed. */

export interface Scene {
  readonly relay: Relay;
  /** Where the vendors' helpers are. */
  readonly vendors: string;
  readonly server: ServerProcess;
  readonly owner: Pool;
  readonly copies: number;
}

type Act = () => Promise<void>;

/** Something new at a vendor, of which nothing was told yet. */
export interface Begun {
  readonly id: number;
  /** The vendor's name for it. */
  readonly of: string;
  /** Has the three things happen, one after the other. */
  readonly acts: readonly [Act, Act, Act];
  /** An account of the ledger, what it held before, and what all of it must change there, in minor units. */
  readonly code: string;
  readonly beganMinor: bigint;
  readonly movesMinor: bigint;
}

type Outcome = 'pending' | 'approved' | 'declined' | 'charged_back' | 'won_back';
type Outcomes = readonly [Outcome, Outcome, Outcome];

interface Paying {
  readonly way: { readonly pm_id: number; readonly crypto_network?: string };
  readonly outcomes: Outcomes;
}

/** A hundred dollars into a wallet, paid by that way. */
export async function beginDeposit(stage: Scene, { way, outcomes }: Paying): Promise<Begun> {
  const name = 'provider.new';
  const [line, wallet] = [await lineOf(stage, name), await walletOf(stage, name)];
  const process = '/api/js/api/payments_process';
  const terms = { transfer_type: 'deposit', account_number: wallet.number, amount: '100.00', currency: 'USD', ...way };
  const confirmed = await line.send(process, { action: 'confirm', ...terms });
  if (!confirmed.success) throw new Error(`no deposit by ${way.pm_id} was confirmed: ${confirmed.code}`);
  const id = Number(confirmed.data['remittance_id']);
  const saved = await line.send(process, { action: 'save', remittance_id: id });
  if (!saved.success) throw new Error(`no deposit by ${way.pm_id} was saved: ${saved.code}`);
  const { reference, arrives } = await stage.owner.sql.one<{ reference: string; arrives: bigint }>(
    'select reference, account_amount as arrives from remittance where id = $1',
    [id],
  );
  return {
    id,
    of: reference,
    acts: actsOf(outcomes, (outcome) => tell(`${stage.vendors}/sandbox/payments/${reference}`, { outcome })),
    code: wallet.code,
    beganMinor: wallet.minor,
    movesMinor: arrives,
  };
}

const cardHolders = [
  'global.active',
  'provider.active',
  'investor.form',
  'investor.waiting',
  'investor.active',
  'global.promo',
] as const;
const street = { street: '1 Long Street', city: 'Cape Town', postcode: '8001' };
const looksMost = 300;

/** A card in dollars, which its issuer takes from the application to the client's hands. */
export async function beginCard(stage: Scene, nth: number): Promise<Begun> {
  const name = nthOf(cardHolders, nth);
  const [line, wallet] = [await lineOf(stage, name), await walletOf(stage, name)];
  const path = '/api/js/api/prepaid-cards';
  const offered = await line.send(path);
  const offer = offered.data['offer'] as { readonly name_on_card: string } | null;
  const fee = '10.00';
  const asked = { currency: 'USD', name_on_card: offer?.name_on_card, ...street, accept_terms: true, fee };
  const applied = await line.send(path, asked);
  if (!applied.success) throw new Error(`${name} gets no card: ${applied.code}`);
  const { id } = applied.data['card'] as { readonly id: number };
  const { reference } = await stage.owner.sql.one<{ reference: string }>('select reference from prepaid_card where id = $1', [
    id,
  ]);
  const at = `${stage.vendors}/sandbox/payments/${reference}`;
  for (let looks = 0; (await fetch(at)).status !== 200; looks += 1) {
    if (looks === looksMost) throw new Error(`the issuer was not asked for the card of ${name}`);
    await wait(100);
  }
  const goOn = () => tell(at, { outcome: 'approved' });
  const order = async () => {
    await goOn();
    await goOn();
  };
  return { id, of: reference, acts: [order, goOn, goOn], code: wallet.code, beganMinor: wallet.minor, movesMinor: -1000n };
}

const examined = ['global.full', 'global.pending', 'global.my', 'global.lead', 'ke.full', 'cn.locked'] as const;

/** A client's papers, which the vendor looks at, rejects and then accepts. */
export async function beginCheck(stage: Scene, nth: number): Promise<Begun> {
  const name = nthOf(examined, nth);
  const line = await lineOf(stage, name);
  const opened = await line.send('/api/js/api/direct/sumsub/init');
  if (!opened.success || opened.data['isShouldLaunchSDK'] !== true) throw new Error(`${name} is not led to the vendor's page`);
  const id = line.clientId();
  const decide = (body: object) => tell(`${stage.vendors}/sandbox/verification/${id}`, body);
  const acts = [
    () => decide({ outcome: 'pending' }),
    () => decide({ outcome: 'rejected', labels: ['LOW_QUALITY'] }),
    () => decide({ outcome: 'approved' }),
  ] as const;
  // Nobody's money is in it.
  return { id, of: String(id), acts, code: 'none', beganMinor: 0n, movesMinor: 0n };
}

function actsOf([first, second, third]: Outcomes, decide: (outcome: Outcome) => Promise<void>): Begun['acts'] {
  return [() => decide(first), () => decide(second), () => decide(third)];
}

function nthOf<Name extends string>(names: readonly Name[], nth: number): Name {
  const name = names[nth];
  if (!name) throw new Error(`there is no client for order ${nth}`);
  return name;
}

const lines = new Map<string, Line>();

/** One session each. */
async function lineOf({ server }: Scene, name: string): Promise<Line> {
  const known = lines.get(name);
  if (known) return known;
  const line = openLine(server.url);
  await line.signIn(name);
  lines.set(name, line);
  return line;
}

async function walletOf({ owner }: Scene, name: string) {
  const places = await fundingAccountsOf(owner.sql, [emailOf(name)]);
  const found = places.find(({ platform, currency }) => platform === undefined && currency === 'USD');
  if (!found) throw new Error(`${name} has no wallet in US dollars`);
  return { number: found.number, code: found.code, minor: BigInt(found.minor) };
}

export async function tell(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
}
