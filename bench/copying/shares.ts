import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from './crowd.ts';
import { differencesOf, type Scene } from './verdict.ts';

/** What an account had and its mark before its share was taken. */
interface Before {
  readonly number: number;
  readonly investmentId: number;
  readonly balance: bigint;
  readonly highWater: bigint;
  readonly percent: number;
}

interface ToldShare {
  readonly investmentId: number;
  readonly state: string;
  readonly amount: bigint;
  readonly highWater: bigint;
}

export interface ShareEvidence {
  readonly before: readonly Before[];
  readonly told: readonly ToldShare[];
  /** On the platform now, by account. */
  readonly balances: ReadonlyMap<number, bigint>;
  /** Of accounts whose books differ by so many minor units. */
  readonly differences: ReadonlyMap<number, bigint>;
  /** What came into the provider's wallet, and what is on its way to nobody. */
  readonly received: bigint;
  readonly onItsWay: bigint;
  /** The high-water mark of each follow now. */
  readonly marks: ReadonlyMap<number, bigint>;
}

/** Thirty days are over, and everybody has gained: the marks are set to a half of what was put in. */
export async function ripen({ stack, folder, crowd }: Scene): Promise<readonly Before[]> {
  const balances = balancesOf(folder, crowd);
  const ids = crowd.followers.map(({ investmentId }) => investmentId);
  const rows = await stack.owner.sql.many<Omit<Before, 'balance'>>(
    `update investment set started_at = now() - interval '31 days', high_water = invested / 2
      where id = any($1) returning number, id as "investmentId", high_water as "highWater", share as percent`,
    [ids],
  );
  return rows.map((row) => ({ ...row, balance: balances.get(row.number) ?? 0n }));
}

/** A part has its share taken and a part has not: then the server dies without a word. */
export async function killWhileSharing({ stack, crowd }: Scene, say: (text: string) => void): Promise<void> {
  const counts = () => sharesBy(stack, crowd);
  await until(async () => (await counts()).paid >= 5, 'the first shares', 20);
  await stack.server.killServer();
  const { paid, open } = await counts();
  say(`killed while ${paid} shares were paid and ${open} under way, of ${crowd.followers.length}`);
  await stack.server.start();
}

/** Every follow has been decided, and nothing is under way. */
export async function untilShared({ stack, crowd }: Scene): Promise<void> {
  await until(
    async () => {
      const { open, decided } = await sharesBy(stack, crowd);
      return open === 0 && decided === crowd.followers.length;
    },
    'every share has ended',
    500,
  );
}

async function sharesBy({ owner }: Scene['stack'], { followers }: Scene['crowd']) {
  return owner.sql.one<{ paid: number; open: number; decided: number }>(
    `select (count(*) filter (where state = 'paid'))::integer as paid, count(*)::integer as decided,
       (count(*) filter (where state in ('asked', 'taken')))::integer as open from performance_share where investment_id = any($1)`,
    [followers.map(({ investmentId }) => investmentId)],
  );
}

/** What the shares have come to, by every book that knows of them. */
export async function shareEvidence(scene: Scene, before: readonly Before[]): Promise<ShareEvidence> {
  const { stack, folder, crowd } = scene;
  const { sql } = stack.owner;
  const ids = before.map(({ investmentId }) => investmentId);
  const told = await sql.many<ToldShare>(
    `select investment_id as "investmentId", state, amount, high_water as "highWater" from performance_share
      where investment_id = any($1) limit 100000`,
    [ids],
  );
  const { received } = await sql.one<{ received: bigint }>(
    `select coalesce(sum(l.amount), 0)::bigint as received from ledger_entry l join ledger_movement m on m.id = l.movement_id
       join ledger_account a on a.id = l.to_account
      where m.kind = 'share_received' and a.kind = 'wallet'
        -- What seeded follows have paid is none of it.
        and not exists (select from performance_share p where m.key = 'share_received:' || p.id and p.investment_id <> all($1))`,
    [ids],
  );
  const { way } = await sql.one<{ way: bigint }>(
    `select coalesce(sum(case when t.kind in ('clearing', 'intercompany') then l.amount else 0 end)
       - sum(case when f.kind in ('clearing', 'intercompany') then l.amount else 0 end), 0)::bigint as way
       from ledger_entry l join ledger_movement m on m.id = l.movement_id
       join ledger_account f on f.id = l.from_account join ledger_account t on t.id = l.to_account
      where m.kind in ('share_paid', 'share_received')`,
  );
  const marks = await sql.many<{ id: number; mark: bigint }>(
    'select id, high_water as mark from investment where id = any($1) limit 100000',
    [ids],
  );
  const balances = balancesOf(folder, crowd);
  return {
    before,
    told,
    balances,
    differences: await differencesOf(stack, balances),
    received,
    onItsWay: way,
    marks: new Map(marks.map(({ id, mark }) => [id, mark])),
  };
}

function balancesOf(folder: string, { followers }: Scene['crowd']): Map<number, bigint> {
  const file = new DatabaseSync(path.join(folder, 'sandbox', 'mt5', 'mt5.db'), { readBigInts: true });
  const logins = followers.map(({ number }) => number);
  const rows = file
    .prepare('select login, balance from users where login between ? and ?')
    .all(Math.min(...logins), Math.max(...logins));
  file.close();
  return new Map(rows.map((row) => [Number(row['login']), row['balance'] as bigint]));
}

/** All that is wrong: taken twice, not taken, from somebody for nobody, or not what the rule says. */
export function judgeShares({ before, told, balances, differences, received, onItsWay, marks }: ShareEvidence): string[] {
  const faults: string[] = [];
  const byFollow = Map.groupBy(told, ({ investmentId }) => investmentId);
  let owed = 0n;
  for (const { number, investmentId, balance, highWater, percent } of before) {
    const own = byFollow.get(investmentId) ?? [];
    const due = balance > highWater ? ((balance - highWater) * BigInt(percent)) / 100n : 0n;
    owed += due;
    if (own.length !== 1) faults.push(`${number}: ${own.length} shares were decided`);
    for (const { state, amount } of own) {
      if (state !== (due > 0n ? 'paid' : 'nothing')) faults.push(`${number}: the share is ${state}`);
      if (amount !== due) faults.push(`${number}: a share of ${amount} instead of ${due}`);
    }
    const taken = balance - (balances.get(number) ?? 0n);
    if (taken !== due) faults.push(`${number}: ${taken} was taken instead of ${due}`);
    const mark = due > 0n ? balance - due : highWater;
    if (marks.get(investmentId) !== mark) faults.push(`${number}: the mark is ${marks.get(investmentId)} instead of ${mark}`);
    if (differences.has(number)) faults.push(`${number}: the books differ by ${differences.get(number)}`);
  }
  if (received !== owed) faults.push(`the provider has got ${received} instead of ${owed}`);
  if (onItsWay !== 0n) faults.push(`${onItsWay} is on its way to nobody`);
  return faults;
}

/** What each planted defect makes of sound evidence: the drill has to see all of them. */
export const sharePlants: Readonly<Record<string, (sound: ShareEvidence) => ShareEvidence>> = {
  'taken twice': (sound) => ({ ...sound, balances: lowered(sound) }),
  'decided twice': (sound) => ({ ...sound, told: [...sound.told, ...sound.told.slice(0, 1)] }),
  'never decided': (sound) => ({ ...sound, told: sound.told.slice(1) }),
  'taken and not handed over': (sound) => ({ ...sound, onItsWay: 1n, received: sound.received - 1n }),
  'more than was gained': (sound) => ({
    ...sound,
    told: sound.told.map((share, place) => (place === 0 ? { ...share, amount: share.amount + 1n } : share)),
  }),
  'with a mark that stood': (sound) => ({
    ...sound,
    marks: new Map(sound.before.map((one) => [one.investmentId, one.highWater])),
  }),
};

function lowered({ before, balances }: ShareEvidence): Map<number, bigint> {
  const [first] = before;
  return new Map([...balances].map(([number, minor]) => [number, number === first?.number ? minor - 1n : minor]));
}
