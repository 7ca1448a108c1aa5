import { formatMinor } from '../../base/money.ts';
import { shownName } from '../../law/accountTypes.ts';
import type { Handlers } from '../../wire/call.ts';
import { accountsOf, type TradingAccount } from '../accounts/face.ts';
import { findTransfers, type Remittance } from '../history/face.ts';
import { walletsOf, type Wallet } from '../wallet/face.ts';
import { mostResults, type searchContract } from './contract.ts';
import { fitOf, readQuestion } from './rules.ts';

export const calls = () =>
  ({
    search: async ({ q }, { sql, client }) => {
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
      const places = [
        ...accounts.map((account) => ({ fit: fitOf(saidOf(account), question), result: shownAccount(account) })),
        ...wallets.map((wallet) => ({
          fit: fitOf({ number: wallet.number, said: [wallet.currency] }, question),
          result: shownWallet(wallet),
        })),
        // A transfer of that very number stands beside an account of that number, one of that amount behind both.
        ...transfers.map((transfer) => ({ fit: String(transfer.id) === digits ? 3 : 1, result: shownTransfer(transfer) })),
      ];
      const found = places.filter(({ fit }) => fit > 0).toSorted((first, second) => second.fit - first.fit);
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

function shownTransfer({ id, type, status, amount, currency, accountNumber, targetNumber, createdAt }: Remittance) {
  return {
    kind: 'transfer' as const,
    id,
    transfer_type: type,
    status,
    amount: formatMinor(amount, currency),
    currency,
    account_number: accountNumber,
    target_account_number: targetNumber,
    created_at: createdAt.toISOString(),
  };
}
