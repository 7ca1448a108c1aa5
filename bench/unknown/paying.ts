import { setTimeout as wait } from 'node:timers/promises';
import { emailOf } from '../../seed/personas.ts';
import { readProvider } from '../crash/provider.ts';
import type { CallPlan } from './front.ts';
import { judgePaid, paidPlants, resolvedAfterMs, resolvedMostMs, type PaidEvidence, type PaidWay } from './paid.ts';
import { openApprover, openPayer, type Payer } from './payer.ts';
import { pay, type Stack } from './stack.ts';

/** The half of the drill at the payment provider, beside that at the platforms: deposits, refunds and payouts that nobody knows of. */

/** Who is paid back by refunds, and who by payouts, because what they paid in is too old for a refund. */
const payers: Readonly<Record<'refund' | 'payout', string>> = { refund: 'global.active', payout: 'hk.active' };
const paidInAmount = '400';
/** Above what a small withdrawal is charged for; all of one client's together are below one deposit. */
const paidOutAmount = '35';
/** Card schemes take no refund of what is older than half a year. */
const longAgoDays = 200;

const depositPlans: readonly { readonly plan: CallPlan; readonly from: 'page' | 'look' }[] = [
  { plan: { mode: 'before', calls: 1 }, from: 'page' },
  { plan: { mode: 'after', calls: 1 }, from: 'page' },
  { plan: { mode: 'out', seconds: 20 }, from: 'look' },
  { plan: { mode: 'silent', seconds: 45 }, from: 'look' },
];
const rehearsed: CallPlan = { mode: 'after', calls: 1 };
const payoutPlans: readonly CallPlan[] = [
  { mode: 'before', calls: 1 },
  { mode: 'before', calls: 2 },
  { mode: 'after', calls: 1 },
  { mode: 'late', seconds: 3 },
  { mode: 'late', seconds: 40 },
  { mode: 'out', seconds: 45 },
  { mode: 'silent', seconds: 45 },
];

/** A payment under way, and what was seen of it so far. */
interface Paying {
  readonly way: PaidWay;
  readonly plan: CallPlan;
  readonly owner: string;
  readonly id: number;
  /** How its names at the provider begin. */
  readonly prefix: string;
  readonly begunMs: number;
  readonly shown: { status: string; atMs: number }[];
}

interface Till {
  readonly stack: Stack;
  readonly approve: (id: number) => Promise<void>;
}

/** Answers every fault that was found. */
export async function drillProvider(stack: Stack, say: (text: string) => void): Promise<string[]> {
  const { url } = stack.server;
  const till: Till = { stack, approve: await openApprover(url) };
  const refunded = await openPayer(payers.refund, url);
  const paid = await openPayer(payers.payout, url);
  // What the seeds have paid in the provider knows nothing of, and takes no refund of.
  await age(till, [refunded.name, paid.name]);
  const paidIn = (await Promise.all([refunded, paid].map((payer) => payInBadly(till, payer)))).flat();
  const deposits = await finish(till, paidIn);
  await age(till, [paid.name]);
  const [first] = await finish(till, await payOutBadly(till, refunded, { way: 'refund', plans: [rehearsed] }));
  const found = first ? judgePaid(first) : ['nothing was rehearsed'];
  if (!first || found.length > 0) return found.map((fault) => `provider, rehearsal: ${fault}`);
  for (const [name, spoil] of Object.entries(paidPlants)) {
    const [seen] = judgePaid(spoil(first));
    say(`planted, a refund ${name}: ${seen ?? 'NOT SEEN'}`);
    if (!seen) return [`the drill is blind for a refund ${name}`];
  }
  const asked = [
    payOutBadly(till, refunded, { way: 'refund', plans: payoutPlans }),
    payOutBadly(till, paid, { way: 'payout', plans: payoutPlans }),
  ];
  const all = [...deposits, ...(await finish(till, (await Promise.all(asked)).flat()))];
  const faults = all.flatMap(judgePaid);
  const longest = Math.max(...all.map(resolvedAfterMs)) / 1000;
  say(
    `provider: ${all.length} payments left without an answer, the last resolved ${longest.toFixed(0)} s after: ${faults.length} faults`,
  );
  return faults.map((fault) => `provider: ${fault}`);
}

/** As if what these clients have paid in had been paid half a year ago. */
async function age({ stack }: Till, names: readonly string[]): Promise<void> {
  await stack.owner.sql.run(
    `update remittance set created_at = created_at - make_interval(days => $2), saved_at = saved_at - make_interval(days => $2)
      where transfer_type = 'deposit' and client_id in (select id from client where email = any($1::text[]))`,
    [names.map(emailOf), longAgoDays],
  );
}

/** Deposits whose page opens late, and whose payment cannot be looked up for a while. */
async function payInBadly(till: Till, payer: Payer): Promise<Paying[]> {
  const { stack } = till;
  return Promise.all(
    depositPlans.map(async ({ plan, from }) => {
      const id = await payer.deposit(paidInAmount);
      const { reference } = await stack.owner.sql.one<{ reference: string }>('select reference from remittance where id = $1', [
        id,
      ]);
      if (from === 'page') stack.front.plan(reference, plan);
      const begunMs = Date.now();
      await payer.save(id);
      await untilPayable(stack, id);
      if (from === 'look') stack.front.plan(reference, plan);
      await pay(stack, reference);
      return { way: 'deposit' as const, plan, owner: payer.name, id, prefix: reference, begunMs, shown: [] };
    }),
  );
}

/** A page that nobody has answered about is asked for again by the portal itself. */
async function untilPayable({ owner }: Stack, id: number): Promise<void> {
  for (let looks = 0; looks < looksMost; looks += 1) {
    const { phase } = await owner.sql.one<{ phase: string }>('select phase from remittance where id = $1', [id]);
    if (phase === 'waiting_payment') return;
    await wait(lookEveryMs);
  }
  throw new Error(`deposit ${id} has not come to its payment`);
}

/** One after the other to staff, who agree to all; their provider fails each in its own way. */
async function payOutBadly(
  { stack, approve }: Till,
  payer: Payer,
  { way, plans }: { readonly way: 'refund' | 'payout'; readonly plans: readonly CallPlan[] },
): Promise<Paying[]> {
  const paying: Paying[] = [];
  for (const plan of plans) {
    const { id, pin } = await payer.withdrawal(paidOutAmount);
    const prefix = `w${id}-`;
    stack.front.plan(prefix, plan);
    await payer.save(id, pin);
    paying.push({ way, plan, owner: payer.name, id, prefix, begunMs: Date.now(), shown: [] });
  }
  await Promise.all(paying.map(({ id }) => approve(id)));
  return paying;
}

const lookEveryMs = 250;
const looksMost = 600;
/** Within this the provider is back for each of them; then the terms of the verdict run. */
const outMostMs = 120_000;

/** Looks until all have ended or their time is up. */
async function finish({ stack }: Till, paying: readonly Paying[]): Promise<PaidEvidence[]> {
  const until = Date.now() + outMostMs + resolvedMostMs;
  for (;;) {
    const atMs = Date.now();
    const rows = await stack.owner.sql.many<{ id: number; status: string }>(
      'select id, status from remittance where id = any($1::integer[])',
      [paying.map(({ id }) => id)],
    );
    for (const { id, status } of rows) {
      const shown = paying.find((one) => one.id === id)?.shown;
      if (shown && shown.at(-1)?.status !== status) shown.push({ status, atMs });
    }
    const isOver = paying.every(({ shown, plan, prefix }) => shown.at(-1)?.status === 'completed' && isPast(stack, plan, prefix));
    if (isOver || atMs > until) return Promise.all(paying.map((one) => evidenceOf(stack, one)));
    await wait(lookEveryMs);
  }
}

/** What takes effect late has had the time to, and its provider to decide of it. */
function isPast({ front }: Stack, plan: CallPlan, prefix: string): boolean {
  return plan.mode !== 'late' || Date.now() > (front.backAtMs(prefix) ?? Infinity) + decidedWithinMs;
}
const decidedWithinMs = 5000;

async function evidenceOf({ owner, folder, front }: Stack, paying: Paying): Promise<PaidEvidence> {
  const { way, id, prefix } = paying;
  const log = readProvider(folder, 'praxis');
  const moved = way === 'deposit' ? log.taken : log.paid;
  const rows = await owner.sql.many<{ minor: bigint }>(
    way === 'deposit'
      ? 'select amount as minor from remittance where id = $1'
      : 'select pays_amount as minor from withdrawal_line where remittance_id = $1 order by id limit 100',
    [id],
  );
  return {
    ...paying,
    backAtMs: front.backAtMs(prefix),
    agreed: rows.map(({ minor }) => minor),
    approved: moved.filter(({ reference }) => reference.startsWith(prefix)).map(({ minor }) => minor),
    calls: front.calls(prefix),
  };
}
