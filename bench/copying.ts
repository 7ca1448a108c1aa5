/**
 * `npm run drill:copy`: a strategy that many follow opens a position and closes it again, while answers of the platform are lost before
 * and after their effect or come late, and the server is killed in the middle of both. Nothing is copied twice, nothing is forgotten,
 * each follower's decision is told with its reason, and both books agree to the minor unit. Then thirty days are over and the provider's
 * shares are taken, through the same faults: of each what the rule says, once, with a mark that has risen, and all of it comes to the
 * provider. Then the drill shows that it sees: each planted defect must end red.
 *
 *   --followers N   how many follow (120)
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openFollowers, openMarkets, openProvider, until, type Crowd } from './copying/crowd.ts';
import {
  judgeShares,
  killWhileSharing,
  ripen,
  shareEvidence,
  sharePlants,
  untilShared,
  type ShareEvidence,
} from './copying/shares.ts';
import { evidenceOf, judge, plants, type Scene } from './copying/verdict.ts';
import { signIn } from './measures/visitor.ts';
import { openStack, strike, type Stack } from './unknown/stack.ts';

const begun = Date.now();
const say = (text: string): void =>
  void process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { followers: { type: 'string', default: '120' } } });
  const count = Number(values.followers);
  if (!Number.isInteger(count) || count < 20 || count > 5000)
    throw new RangeError('--followers takes a whole number from 20 to 5000');
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'copying-'));
  const stack = await openStack(folder, 'UTC');
  let faults = ['nothing was tried'];
  try {
    faults = await drill(stack, folder, count);
  } finally {
    await stack.stop();
    if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
    else say(`what was left behind: ${folder}`);
  }
  for (const fault of faults.slice(0, 60)) say(`✗ ${fault}`);
  say(
    faults.length === 0
      ? 'GREEN: nothing twice, nothing forgotten, each decision told, each share fair'
      : `RED: ${faults.length} faults`,
  );
  process.exit(faults.length === 0 ? 0 : 1);
}

async function drill(stack: Stack, folder: string, count: number): Promise<string[]> {
  await openMarkets(stack);
  const crowd = await openFollowers(stack, folder, count);
  say(`${count} follow`);
  const { number } = crowd;
  let provider = openProvider(stack, { number, headers: await signIn(stack.server.url, 'provider.active') });
  await strikeSome(stack, crowd);
  const position = await provider.open('1.00');
  await killInTheMiddle(stack, crowd, 'open');
  await untilEnded(stack, crowd);
  say(await summary(stack, crowd));
  const opened = await untilEven({ stack, folder, crowd }, false);
  const faults = judge(opened);
  provider = openProvider(stack, { number, headers: await signIn(stack.server.url, 'provider.active') });
  await strikeSome(stack, crowd);
  await provider.close(position);
  await killInTheMiddle(stack, crowd, 'close');
  await untilEnded(stack, crowd);
  say(await summary(stack, crowd));
  const closed = await untilEven({ stack, folder, crowd }, true);
  faults.push(...judge(closed));
  if (faults.length > 0) return faults;
  const shared = await share({ stack, folder, crowd });
  const unfair = judgeShares(shared);
  if (unfair.length > 0) return unfair;
  return [...blindFor(plants, (spoil) => judge(spoil(closed))), ...blindFor(sharePlants, (spoil) => judgeShares(spoil(shared)))];
}

/** Thirty days are over: shares are taken while answers are lost and the server dies. */
async function share(scene: Scene): Promise<ShareEvidence> {
  await strikeSome(scene.stack, scene.crowd);
  const before = await ripen(scene);
  await killWhileSharing(scene, say);
  await untilShared(scene);
  let evidence = await shareEvidence(scene, before);
  const most = Date.now() + 120_000;
  // What came later than it was waited for is taken back. Whatever is wrong then stays wrong.
  while (judgeShares(evidence).length > 0 && Date.now() < most) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    evidence = await shareEvidence(scene, before);
  }
  say(`${evidence.told.length} shares, ${evidence.received} cents in all`);
  return evidence;
}

/** Which of the planted defects are not seen. */
function blindFor<Plant>(all: Readonly<Record<string, Plant>>, seenOf: (plant: Plant) => readonly string[]): string[] {
  return Object.entries(all).flatMap(([name, plant]) => {
    const [seen] = seenOf(plant);
    say(`planted, ${name}: ${seen ?? 'NOT SEEN'}`);
    return seen === undefined ? [`the drill is blind for: ${name}`] : [];
  });
}

/** One in five accounts loses its answer, each in its way; the last comes after the portal's patience. */
async function strikeSome(stack: Stack, { followers }: Crowd): Promise<void> {
  const ways = [
    { mode: 'timeout_after' },
    { mode: 'timeout_before' },
    { mode: 'late', seconds: 5 },
    { mode: 'late', seconds: 25 },
  ];
  for (const [place, { number }] of followers.entries())
    if (place % 5 === 0) await strike(stack, number, ways[(place / 5) % ways.length] ?? {});
}

/** All is decided, a part has been sent and a part not: then the server dies without a word. */
async function killInTheMiddle(stack: Stack, { followers }: Crowd, kind: string): Promise<void> {
  const ids = followers.map(({ investmentId }) => investmentId);
  await until(
    async () => {
      const row = await stack.owner.sql.one<{ decided: number; done: number }>(
        `select count(*)::integer as decided, (count(*) filter (where state = 'done'))::integer as done from copy_decision
          where kind = $1 and investment_id = any($2)`,
        [kind, ids],
      );
      return row.done >= 5;
    },
    `the first copies (${kind})`,
    20,
  );
  await stack.server.killServer();
  const { left } = await stack.owner.sql.one<{ left: number }>(
    `select count(*)::integer as left from copy_decision where kind = $1 and state in ('waiting', 'sent')`,
    [kind],
  );
  say(`killed while ${left} of kind ${kind} were under way`);
  await stack.server.start();
}

/** Nothing is under way, and nothing that was given up can still come to pass. */
async function untilEnded(stack: Stack, { followers }: Crowd): Promise<void> {
  const ids = followers.map(({ investmentId }) => investmentId);
  await until(
    async () => {
      const { left } = await stack.owner.sql.one<{ left: number }>(
        `select (select count(*) from copy_decision where state in ('waiting', 'sent') and investment_id = any($1))::integer
           + (select count(*) from copy_signal where decided_at is null)::integer as left`,
        [ids],
      );
      return left === 0;
    },
    'every decision has ended',
    500,
  );
}

/** What came later than it was waited for is a copy, or closed; and both books know it. Whatever is wrong then stays wrong. */
async function untilEven(scene: Scene, isClosed: boolean) {
  let evidence = await evidenceOf(scene, isClosed);
  const most = Date.now() + 120_000;
  while (judge(evidence).length > 0 && Date.now() < most) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    evidence = await evidenceOf(scene, isClosed);
  }
  return evidence;
}

async function summary({ owner }: Stack, { followers }: Crowd): Promise<string> {
  const rows = await owner.sql.many<{ what: string; count: number }>(
    `select kind || ' ' || state || coalesce(' (' || reason || ')', '') as what, count(*)::integer as count from copy_decision
      where investment_id = any($1) group by 1 order by 1 limit 100`,
    [followers.map(({ investmentId }) => investmentId)],
  );
  return rows.map(({ what, count }) => `${count} ${what}`).join(', ');
}

await main();
