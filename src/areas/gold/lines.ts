import type { StatementLine } from '../../ledger/statement.ts';
import { goldMovements, type GoldMovement } from './contract.ts';

/** What moved, as the words for it know it. */
export function kindOf({ kind }: Pick<StatementLine, 'kind'>): GoldMovement {
  const known = goldMovements.find((each) => each === kind);
  if (!known) throw new Error(`${kind} stands in the statement of gold`);
  return known;
}

/** Of a movement that is a trade, the number of it. */
export function tradeIdOf({ key }: Pick<StatementLine, 'key'>): string[] {
  const [, id] = /^gold_trade:(\d{1,18})$/.exec(key) ?? [];
  return id === undefined ? [] : [id];
}
