import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openFollowers, openMarkets, openProvider, until } from '../copying/crowd.ts';
import { evidenceOf, judge } from '../copying/verdict.ts';
import { openStack } from '../unknown/stack.ts';
import type { Figure } from './figure.ts';
import { signIn } from './visitor.ts';

const followers = 1000;
const targetSeconds = 2;

/** One market order of a provider, copied to a thousand followers. */
export async function measureCopying(): Promise<Figure[]> {
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(home, 'bench-copying-'));
  const stack = await openStack(folder, 'UTC');
  try {
    await openMarkets(stack);
    const crowd = await openFollowers(stack, folder, followers);
    const provider = openProvider(stack, { number: crowd.number, headers: await signIn(stack.server.url, 'provider.active') });
    // Seeded clients follow it too, and have done so before.
    const ids = crowd.followers.map(({ investmentId }) => investmentId);
    const count = async (states: string): Promise<number> =>
      (
        await stack.owner.sql.one<{ count: number }>(
          `select count(*)::integer as count from copy_decision where kind = 'open' and investment_id = any($1) and ${states}`,
          [ids],
        )
      ).count;
    await provider.open('1.00');
    const begun = performance.now();
    const seconds = (): number => (performance.now() - begun) / 1000;
    await until(async () => (await count('true')) === followers, 'all are decided', 10);
    const decided = seconds();
    await until(async () => (await count(`state = 'waiting'`)) === 0, 'all are sent', 50);
    const sent = seconds();
    await until(async () => (await count(`state in ('waiting', 'sent')`)) === 0, 'all are filled', 50);
    const filled = seconds();
    const isEven = async (): Promise<boolean> => judge(await evidenceOf({ stack, folder, crowd }, false)).length === 0;
    await until(isEven, 'both books agree', 1000);
    const copied = await count(`state = 'done'`);
    return [
      {
        what: `one market order copied to ${followers} followers: all decisions written`,
        value: `${decided.toFixed(2)} s (sent ${sent.toFixed(1)} s, filled ${filled.toFixed(1)} s: ${copied} copies, books even to the cent)`,
        target: `≤ ${targetSeconds} s`,
        isMet: decided <= targetSeconds,
      },
    ];
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
