import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { Wallet } from '../fundingAccounts/face.ts';
import { textsOf, type TextLine } from './lines.ts';
import { transferIdOf } from './rules.ts';

export { transferIdOf };

/** What each of these lines of a wallet is, in a sentence; at most a hundred at once. */
export async function walletTexts(
  sql: Sql,
  of: { readonly wallet: Wallet; readonly lines: readonly TextLine[]; readonly say: Say },
): Promise<string[]> {
  return textsOf(sql, of);
}
