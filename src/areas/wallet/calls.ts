import { readCursor, writeCursor } from '../../base/cursor.ts';
import { accountNumber, rowNumber } from '../../base/id.ts';
import { formatMinor } from '../../base/money.ts';
import type { Say } from '../../base/wording.ts';
import { wallet as walletAccount } from '../../ledger/chart.ts';
import { statementOf, type StatementCursor, type StatementLine } from '../../ledger/statement.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Handlers } from '../../protocol/call.ts';
import { type Wallet, walletBalances, walletOf } from '../fundingAccounts/face.ts';
import type { walletContract } from './contract.ts';
import { textsOf } from './lines.ts';
import { transferIdOf } from './rules.ts';

export interface Needs {
  readonly words: { in(language: LanguageKey): Say };
}

export const calls = (app: Needs) =>
  ({
    async wallets(_input, ctx) {
      const wallets = await walletBalances(ctx.sql, ctx.client.id);
      return {
        wallets: wallets.map(({ number, currency, status, balanceMinor, heldMinor, bonuses }) => ({
          number,
          currency,
          status,
          balance: formatMinor(balanceMinor, currency),
          held: formatMinor(heldMinor, currency),
          bonus: formatMinor(
            bonuses.reduce((sum, { minor }) => sum + minor, 0n),
            currency,
          ),
          bonuses: bonuses.map(({ accountNumber: account, minor }) => ({
            account_number: account,
            amount: formatMinor(minor, currency),
          })),
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
      const texts = await textsOf(ctx.sql, { wallet, lines: page.lines, say: app.words.in(ctx.language) });
      return {
        currency: wallet.currency,
        lines: page.lines.map((line, place) => ({ ...shownLine(line, wallet), text: texts[place] ?? '' })),
        next: page.next ? writeCursor(page.next.movementId, page.next.line) : null,
      };
    },
  }) satisfies Handlers<typeof walletContract>;

function cursorOf(text: string): StatementCursor | undefined {
  const [movementId, line] = readCursor(text) ?? [];
  return movementId === undefined || line === undefined || line > mostLines ? undefined : { movementId, line: Number(line) };
}

/** More lines than this no movement has. */
const mostLines = 99n;

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
