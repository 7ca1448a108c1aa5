import { startProvider, type ProviderOptions, type ProviderSandbox } from '../provider.ts';
import { signedSpeech, type SignedMerchant } from '../signed/index.ts';

/** The merchant as the wallet knows it. */
export type NetWalletMerchant = SignedMerchant;

/** The wallet of our own protocol: nobody can be paid whose address says so. */
export async function startNetWallet(options: ProviderOptions & NetWalletMerchant): Promise<ProviderSandbox> {
  const payeeTrouble = (account: string) =>
    !/^[^@\s]{1,100}@[^@\s]{1,150}$/.test(account) || account.startsWith('nobody@') ? 'there is no such account' : undefined;
  return startProvider(options, {
    ...signedSpeech({ ...options, prefix: 'wallet', payeeTrouble }),
    methodOf: () => 'NetWallet',
  });
}
