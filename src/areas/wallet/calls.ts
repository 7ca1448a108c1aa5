import { formatMinor } from '../../base/money.ts';
import { wallet as walletAccount } from '../../ledger/chart.ts';
import { statementOf, type StatementCursor, type StatementLine } from '../../ledger/statement.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Handlers } from '../../wire/call.ts';
import type { walletContract } from './contract.ts';
import { walletBalances } from './face.ts';
import { transferIdOf } from './rules.ts';
import { walletOf, type Wallet } from './store.ts';

export interface Needs {
  readonly words: { in(language: LanguageKey): Say };
}

type Say = (id: string, values?: Readonly<Record<string, string | number>>) => string;

export const calls = (house: Needs) =>
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
      const number = Number(input.number);
      const wallet = number < 2 ** 31 ? await walletOf(ctx.sql, number) : undefined;
      if (!wallet || wallet.clientId !== ctx.client.id) return ctx.refuse('unknown_wallet', { field: 'number' });
      const before = input.after === undefined ? undefined : readCursor(input.after);
      if (input.after !== undefined && !before) return ctx.refuse('bad_cursor', { field: 'after' });
      const account = walletAccount({ company: wallet.companyId, clientId: wallet.clientId }, wallet.currency);
      const limit = input.limit ?? ctx.settings.lists.pageSize;
      const page = await statementOf(ctx.sql, { account, before, limit });
      const say = house.words.in(ctx.language);
      return {
        currency: wallet.currency,
        lines: page.lines.map((line) => shownLine(line, wallet, say)),
        next: page.next ? `${page.next.movementId}.${page.next.line}` : null,
      };
    },
  }) satisfies Handlers<typeof walletContract>;

function readCursor(text: string): StatementCursor | undefined {
  const match = /^(\d{1,18})\.(\d{1,2})$/.exec(text);
  return match?.[1] && match[2] ? { movementId: BigInt(match[1]), line: Number(match[2]) } : undefined;
}

function shownLine(line: StatementLine, wallet: Wallet, say: Say) {
  return {
    id: `${line.movementId}.${line.line}`,
    at: line.at.toISOString(),
    kind: line.kind,
    text: say(`movement.${line.kind}`),
    amount: formatMinor(line.minor, wallet.currency),
    balance: formatMinor(line.balanceMinor, wallet.currency),
    transfer_id: transferIdOf(line.key),
  };
}
