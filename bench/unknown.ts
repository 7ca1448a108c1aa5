/**
 * `npm run drill:unknown`: clients move money while each payment's line to the trading platform fails in its own way: the answer is
 * lost before or after the deal, or the deal is done 1 to 60 seconds after the line was cut. Three portals side by side, their
 * platforms in the zones -5, 0 and +3; first as they are, then with the server killed while nobody knows what became of it. Within
 * the portal's patience exactly one deal comes of each payment; beyond it a second one is taken back within one reconciliation
 * pass, and nothing of it leaves meanwhile; each payment ends, or waits for a person whose case at the desk says so. Beside it, in the first zone, the payment provider loses the answers of deposits, refunds
 * and payouts before and after they take effect, once, late or for most of a minute. None of them is shown as failed while nobody
 * knows, each is resolved within five minutes of its return and made once, and none is asked for again before it is looked up. First
 * the drill shows that it sees: each planted defect must end red.
 *
 *   --seed S        which amounts (1)           --zones=Z      "-300,0,180" minutes from UTC, or names of zones
 *   --patience P    the portal's, seconds (12)  --waves N      how many; every second one with kills (2)
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { tooLong } from './minutes.ts';
import { openDice } from './crash/dice.ts';
import { casesOf, rehearsalOf } from './unknown/cases.ts';
import { openClient, type DrillAccount, type DrillClient } from './unknown/client.ts';
import { drillProvider } from './unknown/paying.ts';
import { plants, spoiltBy, statementsOf, type Plant } from './unknown/plant.ts';
import { openStack, reconcileSeconds, type Stack } from './unknown/stack.ts';
import { isBeyond, judge, ownDeals, type Evidence, type Terms } from './unknown/verdict.ts';
import { evidenceOf, runWave, type Running } from './unknown/wave.ts';

/** Clients with wallets and accounts and without open positions, so that nothing else moves their money. */
const names = ['cn.active', 'in.gold', 'uk.active', 'ng.active', 'investor.active', 'provider.new'];
/** So many accounts each opens beside those that are there. */
const openedEach = 2;
/** The comparison looks whether it is due once a minute (areas/reconciliation/jobs.ts). */
const sweepSeconds = 60;

interface Options {
  readonly seed: number;
  readonly zones: readonly string[];
  readonly waves: number;
  readonly terms: Terms;
}

const wavesEach = 2;

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      zones: { type: 'string', default: '-300,0,180' },
      patience: { type: 'string', default: '12' },
      waves: { type: 'string', default: String(wavesEach) },
    },
  });
  const [seed, waves, patienceSeconds] = [Number(values.seed), Number(values.waves), Number(values.patience)];
  if (![seed, waves, patienceSeconds].every(Number.isInteger) || waves < 0 || waves > 10)
    throw new RangeError('--seed, --patience and --waves take whole numbers, --waves from 0 to 10');
  const passMs = (sweepSeconds + reconcileSeconds) * 1000;
  return { seed, waves, zones: values.zones.split(','), terms: { patienceSeconds, passMs } };
}

const begun = Date.now();
const say = (text: string): void =>
  void process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

async function main(): Promise<void> {
  const options = readOptions();
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'unknown-'));
  const stacks: Stack[] = [];
  let faults = ['nothing was tried'];
  try {
    // One after the other: each fills a whole portal with its seeds, and then has little to do.
    for (const zone of options.zones) {
      stacks.push(await openStack(mkdtempSync(path.join(folder, 'zone-')), zone));
      say(`zone ${zone}: portal and vendors are ready`);
    }
    const [first] = stacks;
    const atProvider = first ? [drillProvider(first, say)] : [];
    faults = (await Promise.all([...stacks.map((stack) => drill(stack, options)), ...atProvider])).flat();
  } finally {
    await Promise.all(stacks.map((stack) => stack.stop()));
    if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
    else say(`what was left behind: ${folder}`);
  }
  faults = [...faults, ...tooLong(begun, Date.now(), options.waves > wavesEach)];
  for (const fault of faults.slice(0, 60)) say(`✗ ${fault}`);
  if (faults.length > 60) say(`… and ${faults.length - 60} more`);
  say(
    faults.length === 0
      ? 'GREEN: one deal of each payment, one payment at the provider, and nothing left that nobody owned'
      : `RED: ${faults.length} faults`,
  );
  process.exit(faults.length === 0 ? 0 : 1);
}

/** Answers every fault that was found in one zone. */
async function drill(stack: Stack, options: Options): Promise<string[]> {
  const tell = (text: string): void => say(`zone ${stack.zone}: ${text}`);
  const { clients, accounts } = await enter(stack);
  const parts = { stack, clients, terms: options.terms, say: tell };
  const rehearsal = await runWave({ ...parts, cases: rehearsalOf(accounts), killsMs: [] });
  const faults = [...rehearsal.untried, ...rehearsal.evidence.flatMap((one) => judge(one, options.terms))];
  if (faults.length > 0) return faults.map((fault) => `zone ${stack.zone}, rehearsal: ${fault}`);
  for (const plant of plants)
    if (!(await isSeen(plant, { ...parts, running: rehearsal.running }, tell))) return [`the drill is blind for a deal ${plant}`];
  const dice = openDice(options.seed);
  for (let wave = 0; wave < options.waves; wave += 1) {
    const killsMs = wave % 2 === 1 ? [1000, (options.terms.patienceSeconds + 4) * 1000] : [];
    const { evidence, untried } = await runWave({ ...parts, cases: casesOf(accounts, wave, dice), killsMs });
    const found = [...untried, ...evidence.flatMap((one) => judge(one, options.terms))];
    tell(`${summary(evidence, options.terms)}${killsMs.length > 0 ? `, ${killsMs.length} kills` : ''}: ${found.length} faults`);
    faults.push(...found.map((fault) => `zone ${stack.zone}, wave ${wave + 1}: ${fault}`));
    if (evidence.length === 0) faults.push(`zone ${stack.zone}, wave ${wave + 1}: nothing could be tried`);
  }
  return faults;
}

async function enter({ server }: Stack): Promise<{ clients: Map<string, DrillClient>; accounts: DrillAccount[] }> {
  const clients = names.map((name) => openClient(name, () => server.url));
  const accounts: DrillAccount[] = [];
  for (const client of clients) {
    await client.signIn();
    for (let count = 0; count < openedEach; count += 1) await client.openAccount();
    accounts.push(...(await client.accounts()));
  }
  return { clients: new Map(clients.map((client) => [client.name, client])), accounts };
}

interface Rehearsed {
  readonly stack: Stack;
  readonly clients: ReadonlyMap<string, DrillClient>;
  readonly terms: Terms;
  readonly running: readonly Running[];
}

/** True when the rehearsed payment, which was sound, is found to be wrong once it is spoilt. */
async function isSeen(
  plant: Plant,
  { stack, clients, terms, running }: Rehearsed,
  tell: (text: string) => void,
): Promise<boolean> {
  const [one] = running;
  const [sound] = await evidenceOf({ stack, clients, killsMs: [] }, running);
  if (!one || !sound) throw new Error('nothing was rehearsed');
  const file = stack.files[one.platform];
  const before = Math.min(...sound.deals.map(({ ticket }) => ticket)) - 1;
  const { number } = one.case.account;
  const spoilt = file.spoilt(statementsOf(plant, sound), (): Evidence => {
    const deals = file.dealsAfter(before).filter(({ login }) => login === number);
    const platform = file.balances([number]).get(number) ?? 0n;
    const seen = { ...sound, deals: deals.map((deal) => ({ ...deal, seenMs: Date.now() })), held: { ...sound.held, platform } };
    return spoiltBy(plant, seen);
  });
  const faults = judge(spoilt, terms);
  tell(`planted, a deal ${plant}: ${faults[0] ?? 'NOT SEEN'}`);
  return faults.length > 0;
}

function summary(evidence: readonly Evidence[], terms: Terms): string {
  const beyond = evidence.filter((one) => isBeyond(one.case, terms));
  const second = beyond.filter((one) => ownDeals(one).length > 1).length;
  const waiting = evidence.filter(({ shown }) => shown.at(-1)?.status !== 'completed').length;
  const thefts = evidence.reduce((sum, { thefts }) => sum + thefts.length, 0);
  return `${evidence.length} payments, ${beyond.length} beyond patience, ${second} with a second deal, ${thefts} attempts to take it out, ${waiting} still waiting`;
}

await main();
