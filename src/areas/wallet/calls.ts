import { readCursor, writeCursor } from '../../base/cursor.ts';
import { accountNumber, rowNumber } from '../../base/id.ts';
import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { Phrase, Say } from '../../base/wording.ts';
import { wallet as walletAccount } from '../../ledger/chart.ts';
import { isOfWallets } from '../../ledger/entries.ts';
import { postedOf, statementOf, type StatementCursor, type StatementLine } from '../../ledger/statement.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Handlers } from '../../protocol/call.ts';
import { transfersOf } from '../transfers/face.ts';
import { type Wallet, fundingAccountNamesOf, walletBalances, walletOf } from '../fundingAccounts/face.ts';
import type { walletContract } from './contract.ts';
import { outcomeOf, followersOf, transferIdOf, type HoldOutcome } from './rules.ts';

export interface Needs {
  readonly words: { in(language: LanguageKey): Say };
}

export const calls = (app: Needs) =>
  ({
    async wallets(_input, ctx) {
      const wallets = await walletBalances(ctx.sql, ctx.client.id);
      return {
        wallets: wallets.map(({ number, currency, status, balanceMinor, heldMinor }) => ({
          number,
          currency,
          status,
          balance: formatMinor(balanceMinor, currency),
          held: formatMinor(heldMinor, currency),
        })),
      };
    },

    async statement(input, ctx) {
      const number = rowNumber(input.number);
      const wallet = number === undefined ? undefined : await walletOf(ctx.sql, accountNumber(number));
      if (!wallet || wallet.clientId !== ctx.client.id) return ctx.refuse('unknown_wallet', { field: 'number' });
      const before = input.after === undefined ? undefined : cursorOf(input.after);
      if (input.after !== undefined && !before) return ctx.refuse('bad_cursor', { field: 'after' });
      const account = walletAccount({ company: wallet.companyId, clientId: wallet.clientId }, wallet.currency);
      const limit = input.limit ?? ctx.settings.lists.pageSize;
      const page = await statementOf(ctx.sql, { account, before, limit });
      const posted = await postedOf(ctx.sql, page.lines.flatMap(followersOf));
      const otherEnds = await otherEndsOf(ctx.sql, wallet, page.lines);
      const say = app.words.in(ctx.language);
      return {
        currency: wallet.currency,
        lines: page.lines.map((line) => ({
          ...shownLine(line, wallet),
          text: say(sentenceOf(line, outcomeOf(line, posted)), { place: otherEnds.get(transferIdOf(line.key) ?? 0) ?? '' }),
        })),
        next: page.next ? writeCursor(page.next.movementId, page.next.line) : null,
      };
    },
  }) satisfies Handlers<typeof walletContract>;

/** What the movement was, or, of money that was set aside, what it is by now. */
function sentenceOf({ kind }: StatementLine, outcome: HoldOutcome | undefined): string {
  if (!isOfWallets(kind)) throw new Error(`${kind} stands in the statement of a wallet`);
  return outcome ? `movement.transfer_held.${outcome}` : `movement.${kind}`;
}

function cursorOf(text: string): StatementCursor | undefined {
  const [movementId, line] = readCursor(text) ?? [];
  return movementId === undefined || line === undefined || line > mostLines ? undefined : { movementId, line: Number(line) };
}

/** More lines than this no movement has. */
const mostLines = 99n;

/** For each transfer of these lines the place that is not this wallet. */
async function otherEndsOf(sql: Sql, wallet: Wallet, lines: readonly StatementLine[]): Promise<Map<number, Phrase>> {
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

function shownLine(line: StatementLine, wallet: Wallet) {
  return {
    id: `${line.movementId}.${line.line}`,
    at: line.at.toISOString(),
    kind: line.kind,
    amount: formatMinor(line.minor, wallet.currency),
    balance: formatMinor(line.balanceMinor, wallet.currency),
    transfer_id: transferIdOf(line.key),
  };
}
