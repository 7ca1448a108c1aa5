import { createECDH, randomBytes } from 'node:crypto';
import type { SandboxAccount } from './bank/accounts.ts';
import type { CalendarKeys } from './calendar/index.ts';
import type { NetWalletMerchant } from './netwallet/index.ts';
import type { SignedMerchant } from './signed/index.ts';
import type { NowPaymentsMerchant } from './nowpayments/index.ts';
import type { MatomoKeys } from './matomo/index.ts';
import type { PushKeys } from './pushservice/index.ts';
import type { ResearchKeys } from './research/index.ts';
import type { ScreeningKeys } from './screening/index.ts';
import type { SkrillMerchant } from './skrill/index.ts';
import type { SumsubKeys } from './sumsub/index.ts';
import type { WatchlistsSandbox } from './watchlists/index.ts';

/** The vendors' addresses and keys, as the connectors' settings want them. */
export interface VendorAccess {
  readonly mt5: PlatformAccess;
  readonly mt4: PlatformAccess;
  readonly payments: {
    readonly address: string;
    readonly merchantId: string;
    readonly applicationKey: string;
    readonly merchantSecret: string;
  };
  readonly skrill: { readonly address: string } & SkrillMerchant;
  readonly netwallet: { readonly address: string } & NetWalletMerchant;
  readonly cardissuer: { readonly address: string } & SignedMerchant;
  readonly nowpayments: { readonly address: string } & NowPaymentsMerchant;
  readonly bank: { readonly address: string; readonly key: string; readonly accounts: readonly SandboxAccount[] };
  readonly mail: { readonly host: string; readonly port: number; readonly user: string; readonly password: string };
  readonly sms: { readonly address: string; readonly accountSid: string; readonly authToken: string; readonly from: string };
  readonly geetest: { readonly address: string; readonly script: string; readonly gt: string; readonly key: string };
  readonly referenceRates: { readonly address: string };
  readonly screening: { readonly address: string } & ScreeningKeys;
  readonly calendar: { readonly address: string } & CalendarKeys;
  readonly research: { readonly address: string } & ResearchKeys;
  readonly tracking: { readonly address: string } & MatomoKeys;
  readonly push: { readonly address: string } & PushKeys;
  readonly scanner: { readonly address: string };
  readonly watchlists: WatchlistsSandbox['sources'];
  readonly verification: { readonly address: string } & SumsubKeys;
}

interface PlatformAccess {
  readonly address: string;
  readonly login: number;
  readonly password: string;
}

export interface Keys {
  readonly manager: { readonly login: number; readonly password: string };
  readonly merchant: { readonly merchantId: string; readonly applicationKey: string; readonly merchantSecret: string };
  readonly skrill: SkrillMerchant;
  readonly netwallet: NetWalletMerchant;
  readonly cardissuer: SignedMerchant;
  readonly nowpayments: NowPaymentsMerchant;
  readonly screening: ScreeningKeys;
  readonly calendar: CalendarKeys;
  readonly research: ResearchKeys;
  readonly tracking: MatomoKeys;
  readonly push: PushKeys;
  readonly verification: SumsubKeys;
  readonly bankKey: string;
  readonly smtp: { readonly user: string; readonly password: string };
  readonly gateway: { readonly accountSid: string; readonly authToken: string };
  readonly geetest: { readonly gt: string; readonly key: string };
}

/** Twilio's own test number (twilio.com/docs/iam/test-credentials). */
export const gatewayNumber = '+15005550006';

/** Of the levels, as the vendor's dashboard has them. */
const verificationNames = { profileLevel: 'id-and-residence', scanLevel: 'one-document' } as const;

/** Keys that live as long as the process: for vendors and a portal that start and end together. */
export function freshKeys(): Keys {
  return {
    manager: { login: 1000, password: secret() },
    merchant: { merchantId: 'SANDBOX', applicationKey: 'atrium-portal', merchantSecret: secret() },
    skrill: { merchantId: '4637827', email: 'merchant@atrium.test', secretWord: secret(), queryPassword: secret() },
    netwallet: { merchant: 'atrium', secret: secret() },
    cardissuer: { merchant: 'atrium', secret: secret() },
    nowpayments: { apiKey: secret(), ipnSecret: secret(), email: 'merchant@atrium.test', password: secret() },
    screening: { key: 'atrium', secret: secret() },
    calendar: { key: 'atrium', secret: secret() },
    research: { key: 'atrium', secret: secret() },
    tracking: { site: 1, token: secret() },
    push: keyPair(),
    verification: { ...verificationNames, appToken: secret(), secret: secret(), webhookSecret: secret() },
    bankKey: secret(),
    smtp: { user: 'portal', password: secret() },
    gateway: { accountSid: `AC${randomBytes(16).toString('hex')}`, authToken: secret() },
    geetest: { gt: randomBytes(16).toString('hex'), key: secret() },
  };
}

function secret(): string {
  return randomBytes(24).toString('base64url');
}

/** Of P-256, as push services know a sender by it (RFC 8292). */
function keyPair(): PushKeys {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  return { publicKey, privateKey: pair.getPrivateKey('base64url').padStart(privateKeyLetters, 'A') };
}

const privateKeyLetters = 43;

/** Keys that everybody may know, of vendors that everybody can reach on the loopback only: the same at every start. */
export const fixedKeys: Keys = {
  manager: { login: 1000, password: 'Sandbox-Manager-1' },
  merchant: { merchantId: 'SANDBOX', applicationKey: 'atrium-portal', merchantSecret: 'sandbox-merchant-secret' },
  skrill: { merchantId: '4637827', email: 'merchant@atrium.test', secretWord: 'sandboxword', queryPassword: 'sandbox-query' },
  netwallet: { merchant: 'atrium', secret: 'sandbox-wallet-secret' },
  cardissuer: { merchant: 'atrium', secret: 'sandbox-issuer-secret' },
  nowpayments: {
    apiKey: 'sandbox-coin-key',
    ipnSecret: 'sandbox-coin-secret',
    email: 'merchant@atrium.test',
    password: 'sandbox-coin-password',
  },
  screening: { key: 'atrium', secret: 'sandbox-screening-secret' },
  calendar: { key: 'atrium', secret: 'sandbox-calendar-secret' },
  research: { key: 'atrium', secret: 'sandbox-research-secret' },
  tracking: { site: 1, token: 'sandbox-tracking-token' },
  push: {
    publicKey: 'BLMtDgaBORORWByAeGUMnCcyIyKPdya6WAIJ5Hf__u4LWiXe0TRixUWMYenTv3vCPvu06mwUzQD3l-jKQWHJg7Q',
    privateKey: '5iAhK66w7zHDHeGlhAPD28PIB6sCarpu9BOKRF4rZM8',
  },
  verification: {
    ...verificationNames,
    appToken: 'sandbox-identity-token',
    secret: 'sandbox-identity-secret',
    webhookSecret: 'sandbox-identity-webhooks',
  },
  bankKey: 'sandbox-bank-key',
  smtp: { user: 'portal', password: 'sandbox-mail' },
  gateway: { accountSid: 'AC00000000000000000000000000000000', authToken: 'sandbox-gateway-token' },
  geetest: { gt: '00000000000000000000000000000000', key: 'sandbox-geetest-key' },
};
