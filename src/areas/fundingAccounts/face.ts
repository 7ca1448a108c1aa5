export { fundingAccountNames, fundingAccountNamesOf, fundingAccountOf, type FundingAccountNames } from './fundingAccounts.ts';
export {
  ensureWallet,
  fundingAccountJson,
  readFundingAccount,
  walletOf,
  walletsOf,
  type FundingAccount,
  type FundingAccountRow,
  type Wallet,
  type WalletOrder,
} from './store.ts';
export { walletBalances, type WalletBalance } from './wallets.ts';
