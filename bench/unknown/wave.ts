import { setTimeout as wait } from 'node:timers/promises';
import { emailOf } from '../../seed/personas.ts';
import { fundingAccountsOf } from '../crash/books.ts';
import type { FundingAccount } from '../crash/journal.ts';
import { latenessOf, nameOf, type Case } from './cases.ts';
import type { DrillClient } from './client.ts';
import { platforms, type PlatformName } from './platformFile.ts';
import { passMinutes, pay, strike, type Stack } from './stack.ts';
import {
  isBeyond,
  isLost,
  judge,
  ownDeals,
  takingBack,
  type Evidence,
  type SeenDeal,
  type Terms,
  type Theft,
} from './verdict.ts';

export interface WaveParts {
  readonly stack: Stack;
  readonly clients: ReadonlyMap<string, DrillClient>;
  readonly cases: readonly Case[];
  readonly terms: Terms;
  /** When the server is killed, in milliseconds after everything was asked for. */
  readonly killsMs: readonly number[];
  readonly say: (text: string) => void;
}

/** A case under way, and what was seen of it so far. */
export interface Running {
  readonly case: Case;
  readonly client: DrillClient;
  readonly id: number;
  readonly reference: string;
  readonly platform: PlatformName;
  readonly begunMs: number;
  readonly shown: { status: string; atMs: number }[];
  readonly deals: SeenDeal[];
  readonly thefts: Theft[];
  isStealing: boolean;
}

export interface WaveEnd {
  readonly evidence: readonly Evidence[];
  readonly running: readonly Running[];
  /** What kept a case from being tried, a sentence each. */
  readonly untried: readonly string[];
}

const lookEveryMs = 400;
/** A restart of the server and its sign-ins stand between what was asked for and what is done. */
const restartMs = 25_000;
const theftsMost = 3;

/** Asks for all cases side by side, kills the server where it is to be killed, and looks until all is well or its time is up. */
export async function runWave(parts: WaveParts): Promise<WaveEnd> {
  const { stack, terms } = parts;
  const marks = { mt5: stack.files.mt5.lastTicket(), mt4: stack.files.mt4.lastTicket() };
  const { running, untried } = await begin(parts);
  const missed = (error: unknown): void => void untried.push(String(error));
  const asking = askAll(parts, running).catch(missed);
  const latest = Math.max(0, ...running.map((one) => latenessOf(one.case))) * 1000;
  // What a restart takes is the machine's: the time to come right begins behind the last.
  let until = Infinity;
  const killing = killAt(parts)
    .catch(missed)
    .finally(() => {
      until = Date.now() + latest + terms.passMs + restartMs;
    });
  let evidence: Evidence[] = [];
  for (let isOver = false; !isOver; isOver = isOver || Date.now() > until) {
    await wait(lookEveryMs);
    await look(parts, running, marks);
    for (const one of running) void stealMeanwhile(parts, one).catch(missed);
    evidence = await evidenceOf(parts, running);
    isOver = evidence.every((one) => isQuiet(one, terms)) && (await isStill(asking, killing));
  }
  await killing;
  return { evidence, running, untried };
}

/** Nothing can come any more, and nothing is wrong. */
function isQuiet(evidence: Evidence, terms: Terms): boolean {
  const effectMs = evidence.begunMs + latenessOf(evidence.case) * 1000 + restartMs;
  const isOver = evidence.shown.at(-1)?.status === 'completed' || isLost(evidence);
  return Date.now() > effectMs && isOver && judge(evidence, terms).length === 0;
}

async function isStill(...works: readonly Promise<unknown>[]): Promise<boolean> {
  return Promise.race([Promise.allSettled(works).then(() => true), wait(1, false)]);
}

async function begin({ stack, clients, cases }: WaveParts): Promise<{ running: Running[]; untried: string[] }> {
  const untried: string[] = [];
  const accounts = await fundingAccountsNow(stack, clients);
  const begun = await Promise.all(
    cases.map(async (one): Promise<Running | undefined> => {
      const client = clients.get(one.account.owner);
      const platform = accounts.find(({ number }) => number === one.account.number)?.platform;
      if (!client || !platform) return undefined;
      const { number, wallet, currency } = one.account;
      const [from, to] = one.way === 'out' ? [number, wallet ?? 0] : [one.way === 'card_in' ? undefined : wallet, number];
      const confirmed = await client.confirm({ from, to, amount: one.amount, currency });
      if ('refused' in confirmed) {
        untried.push(`${nameOf(one)} was refused a quote: ${confirmed.refused}`);
        return undefined;
      }
      const { reference } = await stack.owner.sql.one<{ reference: string }>('select reference from remittance where id = $1', [
        confirmed.id,
      ]);
      const begunMs = Date.now();
      return {
        case: one,
        client,
        id: confirmed.id,
        reference,
        platform,
        begunMs,
        shown: [],
        deals: [],
        thefts: [],
        isStealing: false,
      };
    }),
  );
  return { running: begun.filter((one) => one !== undefined), untried };
}

/** Each with its own fault on its own account. */
async function askAll({ stack, say }: WaveParts, running: readonly Running[]): Promise<void> {
  await Promise.all(
    running.map(async (one) => {
      await strike(stack, one.case.account.number, one.case.fault);
      const saved = await one.client.save(one.id);
      if ('refused' in saved) return say(`${nameOf(one.case)}: the save of transfer ${one.id} was refused: ${saved.refused}`);
      if (one.case.way === 'card_in' && saved.reference !== undefined) await pay(stack, saved.reference);
    }),
  );
}

async function killAt({ stack, killsMs, say }: WaveParts): Promise<void> {
  const begun = Date.now();
  for (const afterMs of killsMs) {
    await wait(Math.max(0, begun + afterMs - Date.now()));
    await stack.server.killServer();
    const seconds = await stack.server.start();
    // What the provider could not tell meanwhile it tells again after five minutes: they pass at once, when all kills are over.
    if (afterMs === killsMs.at(-1)) await passMinutes(stack);
    say(`killed ${(afterMs / 1000).toFixed(0)} s after all was asked for, back in ${seconds.toFixed(1)} s`);
  }
}

/** Writes down what both sides show now. */
async function look({ stack }: WaveParts, running: readonly Running[], marks: Record<PlatformName, number>): Promise<void> {
  const seenMs = Date.now();
  for (const platform of platforms) {
    for (const deal of stack.files[platform].dealsAfter(marks[platform])) {
      marks[platform] = deal.ticket;
      const one = running.find((each) => each.platform === platform && each.case.account.number === deal.login);
      one?.deals.push({ ...deal, seenMs });
    }
  }
  const rows = await stack.owner.sql.many<{ id: number; status: string }>(
    'select id, status from remittance where id = any($1::integer[])',
    [running.flatMap(({ id, thefts }) => [id, ...thefts.flatMap((theft) => theft.id ?? [])])],
  );
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  for (const one of running) {
    const status = statuses.get(one.id);
    if (status !== undefined && one.shown.at(-1)?.status !== status) one.shown.push({ status, atMs: seenMs });
    for (const [index, theft] of one.thefts.entries())
      if (theft.id !== undefined) one.thefts[index] = { ...theft, end: statuses.get(theft.id) ?? theft.end };
  }
}

/** Once at a time, beside the looking. */
async function stealMeanwhile(parts: WaveParts, one: Running): Promise<void> {
  if (one.isStealing) return;
  one.isStealing = true;
  await steal(parts, one).finally(() => {
    one.isStealing = false;
  });
}

/** While a second deal stands on an account, its client tries to move all of it out: more than the ledger holds. */
async function steal({ stack, terms }: WaveParts, one: Running): Promise<void> {
  const { account, way } = one.case;
  if (way === 'out' || account.wallet === undefined || !isBeyond(one.case, terms) || one.thefts.length >= theftsMost) return;
  if (ownDeals(one).length < 2 || takingBack(one)) return;
  const held = stack.files[one.platform].balances([account.number]).get(account.number) ?? 0n;
  // Taken back before the balance was read, the rest is the client's own, and may leave.
  const since = stack.files[one.platform].dealsAfter(Math.min(...one.deals.map(({ ticket }) => ticket)) - 1);
  const deals = since.filter(({ login }) => login === account.number).map((deal) => ({ ...deal, seenMs: Date.now() }));
  if (takingBack({ deals, reference: one.reference })) return;
  const amount = `${held / 100n}.${String(held % 100n).padStart(2, '0')}`;
  const asked = { from: account.number, to: account.wallet, amount, currency: account.currency };
  const confirmed = await one.client.confirm(asked);
  if ('refused' in confirmed) return void one.thefts.push({ id: undefined, end: confirmed.refused });
  const saved = await one.client.save(confirmed.id);
  one.thefts.push('refused' in saved ? { id: undefined, end: saved.refused } : { id: confirmed.id, end: 'processing' });
}

/** All that is known now, put together. */
export async function evidenceOf(
  { stack, clients, killsMs }: Pick<WaveParts, 'stack' | 'clients' | 'killsMs'>,
  running: readonly Running[],
): Promise<Evidence[]> {
  const ledger = new Map((await fundingAccountsNow(stack, clients)).map(({ number, minor }) => [number, BigInt(minor)]));
  const told = await stack.owner.sql.many<{ server: string; ticket: string; at: Date }>(
    'select server, ticket, at from platform_deal where number = any($1::integer[])',
    [running.map((one) => one.case.account.number)],
  );
  const asked = await stack.owner.sql.many<{ id: number; sends: number }>(
    `select substr(subject, 12)::integer as id, max(sends)::integer as sends from platform_operation
     where subject = any($1::text[]) group by subject`,
    [running.map(({ id }) => `remittance:${id}`)],
  );
  const findings = await findingsOf(stack, running);
  return running.map((one) => {
    const { number } = one.case.account;
    const own = told.filter(({ server }) => server === one.platform);
    return {
      ...one,
      sends: asked.find(({ id }) => id === one.id)?.sends ?? 0,
      kills: killsMs.length,
      findings: findings.filter((id) => id === one.id).length,
      told: new Map(own.map(({ ticket, at }) => [Number(ticket), at.getTime()])),
      held: {
        platform: stack.files[one.platform].balances([number]).get(number) ?? 0n,
        ledger: ledger.get(number) ?? 0n,
      },
    };
  });
}

/** The payments that open cases at the desk are about, one for each case. */
async function findingsOf({ owner }: Stack, running: readonly Running[]): Promise<number[]> {
  const cases = await owner.sql.many<{ id: number }>(
    `select r.id from remittance r join desk_case c on c.closed_at is null and (c.subject = 'remittance:' || r.id
       or c.detail ->> 'for' = 'remittance:' || r.id or c.detail ->> 'transfer_id' = r.id::text)
     where r.id = any($1::integer[])`,
    [running.map(({ id }) => id)],
  );
  return cases.map(({ id }) => id);
}

function fundingAccountsNow({ owner }: Stack, clients: ReadonlyMap<string, DrillClient>): Promise<FundingAccount[]> {
  return fundingAccountsOf(owner.sql, [...clients.keys()].map(emailOf));
}
