import { randomUUID } from 'node:crypto';
import { parseMinor } from '../../src/base/money.ts';
import { parseWeight } from '../../src/base/weight.ts';
import { Unanswered, type Answer, type Line } from './line.ts';
import type { Dice } from './dice.ts';
import type { Journal } from './journal.ts';

/** A client’s gold in the journal, as `goldOf` of books.ts numbers it. */
export const goldNumber = (clientId: number): number => -clientId;

/** Refusals that an honest client meets. */
const refusals: ReadonlySet<string> = new Set([
  'gold_dollars_short',
  'gold_short',
  'gold_weight_out_of_range',
  'platform_unavailable',
  'quote_expired',
]);

interface Trader {
  readonly name: string;
  readonly dice: Dice;
  readonly journal: Journal;
}

/** Buys and sells gold out of the client's wallet; undefined where the client may not, or has no wallet for it. */
export async function openGoldTrader(line: Line, trader: Trader): Promise<(() => Promise<boolean>) | undefined> {
  const told = await line.send('/api/js/api/gold/trading');
  const wallet = told.success ? (told.data['wallet'] as { readonly number: number } | null) : null;
  return wallet ? () => tradeGold(line, trader, wallet.number) : undefined;
}

/** One trade, from the quote to its use: true when it was acknowledged. Its quote is its name, and is used from two sides at times. */
async function tradeGold(line: Line, { name, dice, journal }: Trader, wallet: number): Promise<boolean> {
  const side = dice.next() < 0.6 ? ('buy' as const) : ('sell' as const);
  const wish =
    side === 'buy'
      ? { by: 'amount', amount: `${dice.between(5, 40)}.${dice.between(10, 99)}` }
      : { by: 'g', amount: `0.${dice.between(10, 40)}` };
  const quoted = await line.send(`/api/js/api/gold/${side}/quote`, wish);
  if (!quoted.success) return refused(name, quoted);
  const { quote_id: id, weight, total } = quoted.data as unknown as GoldQuote;
  const [grams, dollars] = [String(parseWeight(weight.g, 'g')), String(parseMinor(total, 'USD'))];
  const gold = goldNumber(line.clientId());
  const terms =
    side === 'buy'
      ? { type: 'gold' as const, from: wallet, to: gold, leaves: dollars, arrives: grams }
      : { type: 'gold' as const, from: gold, to: wallet, leaves: grams, arrives: dollars };
  journal.write({ event: 'confirmed', id, terms });
  journal.write({ event: 'save_asked', id });
  const use = (headers?: Record<string, string>) => line.send(`/api/js/api/gold/${side}`, { quote_id: id }, headers);
  const [first, second] = await Promise.allSettled([
    use({ 'idempotency-key': randomUUID() }),
    ...(dice.next() < 0.25 ? [use()] : []),
  ]);
  const done = [first, second].find((each) => each?.status === 'fulfilled' && each.value.success);
  if (done) {
    journal.write({ event: 'save_answered', id, status: 'completed' });
    return true;
  }
  if (first.status === 'rejected') throw first.reason instanceof Unanswered ? first.reason : new Error(String(first.reason));
  return refused(name, first.value);
}

interface GoldQuote {
  readonly quote_id: string;
  readonly weight: { readonly g: string };
  readonly total: string;
}

function refused(name: string, answer: Answer): false {
  if (!answer.success && refusals.has(answer.code)) return false;
  throw new Error(`${name} is refused gold: ${answer.success ? 'by nothing' : answer.code}`);
}
