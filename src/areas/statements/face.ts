import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { fundOf, type Fund } from './funds.ts';

export { digestedRows, digestOf, drawPeriod, footFacts, headFacts, type AskedPeriod, type DrawnPeriod } from './drawn.ts';
export { amountIn, documentHead, type StatementReader } from './head.ts';
export { drawStatement, statementTable, type AskedStatement, type DrawnStatement } from './statement.ts';

/** What the client has a statement of under that number; somebody else's is as unknown as one that does not exist. */
export async function statedFund(sql: Sql, client: ClientId, number: string): Promise<Fund | undefined> {
  return fundOf(sql, client, number);
}
