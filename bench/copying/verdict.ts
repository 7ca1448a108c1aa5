import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Stack } from '../unknown/stack.ts';
import type { Crowd, Follower } from './crowd.ts';

/** A deal as it stands in the platform's own file; lots in ten-thousandths. */
export interface CopyDeal {
  readonly login: number;
  readonly isOpening: boolean;
  readonly volume: number;
  readonly comment: string;
}

/** A decision as the follower reads it. */
export interface ToldDecision {
  readonly investmentId: number;
  readonly kind: string;
  readonly state: string;
  readonly reason: string | null;
  /** Under which the platform was asked: of a closing, once for each time. */
  readonly tags: readonly string[];
  readonly lots: number | null;
}

export interface Evidence {
  readonly followers: readonly Follower[];
  readonly deals: readonly CopyDeal[];
  readonly told: readonly ToldDecision[];
  /** Still open at the platform, by account. */
  readonly open: ReadonlyMap<number, number>;
  /** Of accounts whose books differ by so many minor units. */
  readonly differences: ReadonlyMap<number, bigint>;
  readonly isClosed: boolean;
}

/** What is looked at: the portal, its platform's folder, and who follows. */
export interface Scene {
  readonly stack: Stack;
  readonly folder: string;
  readonly crowd: Crowd;
}

export async function evidenceOf({ stack, folder, crowd }: Scene, isClosed: boolean): Promise<Evidence> {
  const file = new DatabaseSync(path.join(folder, 'sandbox', 'mt5', 'mt5.db'), { readBigInts: true });
  const logins = crowd.followers.map(({ number }) => number);
  const [first, last] = [Math.min(...logins), Math.max(...logins)];
  const between = (text: string) => file.prepare(`${text} where login between ? and ?`).all(first, last);
  const deals = between('select login, entry, volume, comment from deals').map((row) => ({
    login: Number(row['login']),
    isOpening: Number(row['entry']) === 0,
    volume: Number(row['volume']),
    comment: String(row['comment']),
  }));
  const open = new Map<number, number>();
  for (const row of between('select login, volume from positions'))
    open.set(Number(row['login']), (open.get(Number(row['login'])) ?? 0) + Number(row['volume']));
  const balances = new Map(
    between('select login, balance from users').map((row) => [Number(row['login']), row['balance'] as bigint]),
  );
  file.close();
  const told = await stack.owner.sql.many<ToldDecision>(
    `select investment_id as "investmentId", kind, state, reason, round(lots * 10000)::integer as lots,
       array(select tag from platform_operation o where o.subject = 'copy:' || d.id) as tags
       from copy_decision d where investment_id = any($1) limit 1000000`,
    [crowd.followers.map(({ investmentId }) => investmentId)],
  );
  return { followers: crowd.followers, deals, told, open, differences: await differencesOf(stack, balances), isClosed };
}

/** Where the ledger and the platform do not say the same, to the minor unit. */
export async function differencesOf(stack: Stack, balances: ReadonlyMap<number, bigint>): Promise<Map<number, bigint>> {
  const rows = await stack.owner.sql.many<{ number: number; minor: bigint }>(
    `select split_part(code, ':', 6)::integer as number, balance as minor from ledger_account
      where kind = 'trading' and split_part(code, ':', 6) = any($1::text[]) limit 1000000`,
    [[...balances.keys()].map(String)],
  );
  const booked = new Map(rows.map(({ number, minor }) => [number, minor]));
  return new Map(
    [...balances].map(([number, minor]) => [number, (booked.get(number) ?? 0n) - minor] as const).filter(([, off]) => off !== 0n),
  );
}

const ended = new Set(['done', 'partly', 'refused', 'lost', 'skipped']);

/** All that is wrong: copied twice, forgotten, not told, or not as it was decided. */
export function judge({ followers, deals, told, open, differences, isClosed }: Evidence): string[] {
  const faults: string[] = [];
  const byLogin = Map.groupBy(deals, ({ login }) => login);
  const byFollow = Map.groupBy(told, ({ investmentId }) => investmentId);
  for (const { investmentId, number } of followers) {
    const [own, decisions] = [byLogin.get(number) ?? [], byFollow.get(investmentId) ?? []];
    const openings = decisions.filter(({ kind }) => kind === 'open');
    const [opening] = openings;
    if (!opening) {
      faults.push(`${number}: nobody has decided anything`);
      continue;
    }
    if (openings.length > 1) faults.push(`${number}: ${openings.length} decisions of one trade`);
    for (const { kind, state, reason } of decisions) {
      if (!ended.has(state)) faults.push(`${number}: ${kind} is ${state}`);
      if (['refused', 'lost', 'skipped'].includes(state) && reason === null)
        faults.push(`${number}: ${kind} is ${state} without a reason`);
    }
    const opened = own.filter(({ isOpening }) => isOpening);
    const isCopied = opening.state === 'done' || opening.state === 'partly';
    if (opened.length !== (isCopied ? 1 : 0)) faults.push(`${number}: ${opening.state}, and opened ${opened.length} times`);
    if (isCopied && opened[0]?.volume !== opening.lots)
      faults.push(`${number}: ${opened[0]?.volume} lots instead of ${opening.lots}`);
    for (const { comment } of own)
      if (!decisions.some(({ tags }) => tags.includes(comment)))
        faults.push(`${number}: a deal "${comment}" that nobody decided`);
    if (isClosed && (open.get(number) ?? 0) > 0) faults.push(`${number}: still open after the strategy has closed`);
    if (differences.has(number)) faults.push(`${number}: the books differ by ${differences.get(number)}`);
  }
  return faults;
}

/** What each planted defect makes of sound evidence: the drill has to see all of them. */
export const plants: Readonly<Record<string, (sound: Evidence) => Evidence>> = {
  'copied twice': (sound) => ({
    ...sound,
    deals: [...sound.deals, ...sound.deals.filter(({ isOpening }) => isOpening).slice(0, 1)],
  }),
  forgotten: (sound) => ({
    ...sound,
    deals: sound.deals.filter((deal) => deal !== sound.deals.find(({ isOpening }) => isOpening)),
  }),
  'not told': (sound) => ({
    ...sound,
    told: sound.told.filter(({ investmentId }) => investmentId !== sound.told[0]?.investmentId),
  }),
  'left open': (sound) => ({ ...sound, open: new Map([[sound.followers[0]?.number ?? 0, 100]]) }),
  'off by a cent': (sound) => ({ ...sound, differences: new Map([[sound.followers[0]?.number ?? 0, 1n]]) }),
};
