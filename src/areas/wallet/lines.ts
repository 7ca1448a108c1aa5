import type { Sql } from '../../base/sql.ts';
import type { Phrase, Say } from '../../base/wording.ts';
import { isOfWallets } from '../../ledger/entries.ts';
import { postedOf, type StatementLine } from '../../ledger/statement.ts';
import { fundingAccountNamesOf, type Wallet } from '../fundingAccounts/face.ts';
import { transfersOf } from '../transfers/face.ts';
import { followersOf, outcomeOf, transferIdOf, type HoldOutcome } from './rules.ts';

/** What a line of a wallet's statement has to be told by. */
export type TextLine = Pick<StatementLine, 'key' | 'kind' | 'minor'>;

/** What each of these lines is, in a sentence; at most a hundred at once. */
export async function textsOf(
  sql: Sql,
  of: { readonly wallet: Wallet; readonly lines: readonly TextLine[]; readonly say: Say },
): Promise<string[]> {
  const posted = await postedOf(sql, of.lines.flatMap(followersOf));
  const otherEnds = await otherEndsOf(sql, of.wallet, of.lines);
  return of.lines.map((line) =>
    of.say(sentenceOf(line, outcomeOf(line, posted)), { place: otherEnds.get(transferIdOf(line.key) ?? 0) ?? '' }),
  );
}

/** What the movement was, or, of money that was set aside, what it is by now. */
function sentenceOf({ kind }: TextLine, outcome: HoldOutcome | undefined): string {
  if (!isOfWallets(kind)) throw new Error(`${kind} stands in the statement of a wallet`);
  return outcome ? `movement.transfer_held.${outcome}` : `movement.${kind}`;
}

/** For each transfer of these lines the place that is not this wallet. */
async function otherEndsOf(sql: Sql, wallet: Wallet, lines: readonly TextLine[]): Promise<Map<number, Phrase>> {
  const ids = new Set(lines.flatMap(({ key }) => transferIdOf(key) ?? []));
  const transfers = await transfersOf(sql, wallet.clientId, [...ids]);
  const fundingAccounts = await fundingAccountNamesOf(sql, wallet.clientId);
  const otherOf = (first: number, second: number): number => (first === wallet.number ? second : first);
  return new Map(
    transfers.map(({ id, accountNumber, targetNumber }) => [
      id,
      fundingAccounts.phraseOf(otherOf(accountNumber, targetNumber ?? accountNumber)),
    ]),
  );
}
