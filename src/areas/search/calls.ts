import { shownName } from '../../law/accountTypes.ts';
import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Handlers } from '../../protocol/call.ts';
import { accountsOf, type TradingAccount } from '../accounts/face.ts';
import { findTransfers, shownTransfer } from '../transfers/face.ts';
import { type Wallet, fundingAccountNames, walletsOf } from '../fundingAccounts/face.ts';
import { mostResults, type searchContract } from './contract.ts';
import { fitOf, readQuestion } from './rules.ts';

export interface Needs {
  readonly words: { in(language: LanguageKey): Say };
}

export const calls = (app: Needs) =>
  ({
    search: async ({ q }, { sql, client, language }) => {
      const question = readQuestion(q);
      const { digits, amounts } = question;
      const [accounts, wallets, transfers] = await Promise.all([
        accountsOf(sql, client.id),
        walletsOf(sql, client.id),
        digits === undefined && amounts.length === 0
          ? []
          : findTransfers(sql, {
              clientId: client.id,
              number: digits === undefined ? null : Number(digits),
              amounts,
              limit: mostResults,
            }),
      ]);
      const reader = { say: app.words.in(language), fundingAccountNames: fundingAccountNames(accounts, wallets) };
      const ownAccounts = [
        ...accounts.map((account) => ({ fit: fitOf(saidOf(account), question), result: shownAccount(account) })),
        ...wallets.map((wallet) => ({
          fit: fitOf({ number: wallet.number, said: [wallet.currency] }, question),
          result: shownWallet(wallet),
        })),
        // A transfer of that very number stands beside an account of that number, one of that amount behind both.
        ...transfers.map((transfer) => ({
          fit: String(transfer.id) === digits ? 3 : 1,
          result: { kind: 'transfer' as const, ...shownTransfer(transfer, reader) },
        })),
      ];
      const found = ownAccounts.filter(({ fit }) => fit > 0).toSorted((first, second) => second.fit - first.fit);
      return { results: found.slice(0, mostResults).map(({ result }) => result) };
    },
  }) satisfies Handlers<typeof searchContract>;

function saidOf({ number, name, type, platform, currency, isDemo }: TradingAccount) {
  return { number, said: [name, shownName(type), platform, currency, isDemo ? 'demo' : 'live'] };
}

function shownAccount({ number, name, type, platform, currency, isDemo }: TradingAccount) {
  return { kind: 'account' as const, number, title: name || shownName(type), platform, currency, is_demo: isDemo };
}

function shownWallet({ number, currency }: Wallet) {
  return { kind: 'wallet' as const, number, currency };
}
