export {
  fundingAccountNames,
  fundingAccountNamesOf,
  fundingAccountOf,
  type FundingAccount,
  type FundingAccountNames,
} from './fundingAccounts.ts';
export { ensureWallet, walletOf, walletsOf, type Wallet, type WalletOrder } from './store.ts';
export { walletBalances, type WalletBalance } from './wallets.ts';
