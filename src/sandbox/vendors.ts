import { join } from 'node:path';
import type { Clock } from '../base/time.ts';
import { startBank, type BankSandbox } from './bank/index.ts';
import { startCalendar, type CalendarSandbox } from './calendar/index.ts';
import { startCaptcha, type CaptchaSandbox } from './captcha/index.ts';
import { startCardIssuer } from './cardissuer/index.ts';
import { startClamd, type ClamdSandbox } from './clamd/index.ts';
import { startEcb, type EcbSandbox } from './ecb/index.ts';
import { callFaults, type CallFault, type Planned } from './faults.ts';
import {
  openPlannedFaults,
  startMetaTrader,
  type FaultyCalls,
  type GroupFacts,
  type MetaTraderServer,
} from './metatrader/index.ts';
import { gatewayNumber, type Keys, type VendorAccess } from './keys.ts';
import { startMailbox, type MailboxSandbox } from './mailbox/index.ts';
import { startMatomo, type MatomoSandbox } from './matomo/index.ts';
import { startNetWallet } from './netwallet/index.ts';
import { startNowPayments } from './nowpayments/index.ts';
import { startPraxis } from './praxis/index.ts';
import type { ProviderSandbox } from './provider.ts';
import { startPushService, type PushServiceSandbox } from './pushservice/index.ts';
import { startResearch, type ResearchSandbox } from './research/index.ts';
import { startScreening, type ScreeningSandbox } from './screening/index.ts';
import { startSkrill } from './skrill/index.ts';
import { startSumsub, type SumsubSandbox } from './sumsub/index.ts';
import { startWatchlists, type WatchlistsSandbox } from './watchlists/index.ts';
import { untilFurtherNotice, type FaultTarget } from './takes.ts';

export interface VendorOptions {
  /** Each vendor keeps a folder of its own below this one. */
  readonly dataFolder: string;
  /** The loopback address that the vendors listen on. */
  readonly host: string;
  /** Free ones when left out. */
  readonly ports?: VendorPorts;
  readonly clock: Clock;
  readonly metaTraderGroups: { readonly mt5: readonly GroupFacts[]; readonly mt4: readonly GroupFacts[] };
  /** Where the clocks of both trading platforms stand; each its usual one when left out. */
  readonly zone?: string;
  /** Where the payer's page of an order is shown. */
  pageAddress(reference: string): string;
  /** Where the portal is, for whoever writes to it under an address that it was told once; undefined: it is not known yet. */
  portalAddress(): string | undefined;
}

export interface Vendors {
  readonly mt5: MetaTraderServer;
  readonly mt4: MetaTraderServer;
  readonly payments: ProviderSandbox;
  readonly skrill: ProviderSandbox;
  readonly netwallet: ProviderSandbox;
  readonly cardissuer: ProviderSandbox;
  readonly nowpayments: ProviderSandbox;
  readonly bank: BankSandbox;
  readonly post: MailboxSandbox;
  readonly captcha: CaptchaSandbox;
  readonly referenceRates: EcbSandbox;
  readonly screening: ScreeningSandbox;
  readonly calendar: CalendarSandbox;
  readonly research: ResearchSandbox;
  readonly tracking: MatomoSandbox;
  readonly push: PushServiceSandbox;
  readonly scanner: ClamdSandbox;
  readonly verification: SumsubSandbox;
  readonly watchlists: WatchlistsSandbox;
}

export type VendorPorts = Readonly<
  Record<
    | 'mt5'
    | 'mt4'
    | 'payments'
    | 'skrill'
    | 'netwallet'
    | 'cardissuer'
    | 'nowpayments'
    | 'bank'
    | 'mail'
    | 'sms'
    | 'captcha'
    | 'referenceRates'
    | 'screening'
    | 'calendar'
    | 'research'
    | 'tracking'
    | 'push'
    | 'scanner'
    | 'verification'
    | 'watchlists',
    number
  >
>;

/** Starts every outside party of the sandbox. */
export async function startVendors(options: VendorOptions, keys: Keys): Promise<Vendors> {
  const { host, clock, dataFolder, ports } = options;
  const place = { host, clock };
  const [others, verification, calendar, research, cardissuer, tracking, push] = await Promise.all([
    startOthers(options, keys),
    startSumsub({
      ...place,
      ...keys.verification,
      port: ports?.verification ?? 0,
      dataFolder: join(dataFolder, 'sumsub'),
      webhookAddress: () => webhookBelow(options.portalAddress()),
    }),
    startCalendar({ ...place, ...keys.calendar, port: ports?.calendar ?? 0 }),
    startResearch({ ...place, ...keys.research, port: ports?.research ?? 0 }),
    startCardIssuer({
      ...place,
      ...keys.cardissuer,
      port: ports?.cardissuer ?? 0,
      dataFolder: join(dataFolder, 'cardissuer'),
      pageAddress: options.pageAddress,
    }),
    startMatomo({ host, ...keys.tracking, port: ports?.tracking ?? 0 }),
    startPushService({ host, port: ports?.push ?? 0 }),
  ]);
  const watchlists = await startWatchlists({ host, clock, port: ports?.watchlists ?? 0 });
  return { ...others, verification, calendar, research, cardissuer, tracking, push, watchlists };
}

/** As somebody has written it into the vendor's dashboard. */
function webhookBelow(portal: string | undefined): string | undefined {
  return portal === undefined ? undefined : `${portal}/api/webhooks/verification/sumsub`;
}

type OfOthers = Omit<Vendors, 'verification' | 'calendar' | 'research' | 'cardissuer' | 'tracking' | 'push' | 'watchlists'>;

async function startOthers(options: VendorOptions, keys: Keys): Promise<OfOthers> {
  const { host, clock, dataFolder, ports } = options;
  const place = { host, clock };
  // One plan for both platforms: a fault strikes whichever is called first, and is used up then.
  const faults = openPlannedFaults();
  const metaTrader = (kind: 'mt5' | 'mt4') =>
    startMetaTrader({
      faults,
      ...place,
      ...keys.manager,
      kind,
      port: ports?.[kind] ?? 0,
      dataFolder: join(dataFolder, kind),
      groups: options.metaTraderGroups[kind],
      ...(options.zone === undefined ? {} : { zone: options.zone }),
    });
  const provider = (name: keyof VendorPorts, folder: string = name) => ({
    ...place,
    port: ports?.[name] ?? 0,
    dataFolder: join(dataFolder, folder),
    pageAddress: options.pageAddress,
  });
  const [mt5, mt4, payments, skrill, netwallet, nowpayments, bank, post, captcha, referenceRates, screening, scanner] =
    await Promise.all([
      metaTrader('mt5'),
      metaTrader('mt4'),
      startPraxis({ ...provider('payments', 'praxis'), ...keys.merchant }),
      startSkrill({ ...provider('skrill'), ...keys.skrill }),
      startNetWallet({ ...provider('netwallet'), ...keys.netwallet }),
      startNowPayments({ ...provider('nowpayments'), ...keys.nowpayments }),
      startBank({ ...place, key: keys.bankKey, port: ports?.bank ?? 0, dataFolder: join(dataFolder, 'bank') }),
      startMailbox({
        ...place,
        ...keys.gateway,
        smtpPort: ports?.mail ?? 0,
        gatewayPort: ports?.sms ?? 0,
        smtpUser: keys.smtp.user,
        smtpPassword: keys.smtp.password,
        dataFolder: join(dataFolder, 'post'),
      }),
      startCaptcha({ ...place, ...keys.geetest, port: ports?.captcha ?? 0 }),
      startEcb({ ...place, port: ports?.referenceRates ?? 0 }),
      startScreening({ ...place, ...keys.screening, port: ports?.screening ?? 0 }),
      startClamd({ host, port: ports?.scanner ?? 0 }),
    ]);
  return {
    mt5,
    mt4,
    payments,
    skrill,
    netwallet,

    nowpayments,
    bank,
    post,
    captcha,
    referenceRates,
    screening,
    scanner,
  };
}

export function accessTo(vendors: Vendors, keys: Keys): VendorAccess {
  return {
    mt5: { address: vendors.mt5.address, ...keys.manager },
    mt4: { address: vendors.mt4.address, ...keys.manager },
    payments: { address: vendors.payments.address, ...keys.merchant },
    skrill: { address: vendors.skrill.address, ...keys.skrill },
    netwallet: { address: vendors.netwallet.address, ...keys.netwallet },
    cardissuer: { address: vendors.cardissuer.address, ...keys.cardissuer },
    nowpayments: { address: vendors.nowpayments.address, ...keys.nowpayments },
    bank: { address: vendors.bank.address, key: keys.bankKey, accounts: vendors.bank.accounts },
    mail: { ...vendors.post.smtp, ...keys.smtp },
    sms: { address: vendors.post.gateway, ...keys.gateway, from: gatewayNumber },
    geetest: { address: vendors.captcha.address, script: vendors.captcha.script, ...keys.geetest },
    referenceRates: { address: vendors.referenceRates.address },
    screening: { address: vendors.screening.address, ...keys.screening },
    calendar: { address: vendors.calendar.address, ...keys.calendar },
    research: { address: vendors.research.address, ...keys.research },
    tracking: { address: vendors.tracking.address, ...keys.tracking },
    push: { address: vendors.push.address, ...keys.push },
    scanner: { address: vendors.scanner.address },
    watchlists: vendors.watchlists.sources,
    verification: { address: vendors.verification.address, ...keys.verification },
  };
}

/** The payment providers, one after the other. */
export function providersOf({ payments, skrill, netwallet, nowpayments, cardissuer }: Vendors): readonly ProviderSandbox[] {
  return [payments, skrill, netwallet, nowpayments, cardissuer];
}

/** Has whoever tells the portal of something tell what is due now, and answers how many messages went out. */
export async function tellDue(vendors: Vendors): Promise<number> {
  const told = await Promise.all([...providersOf(vendors), vendors.verification].map((vendor) => vendor.deliverDue()));
  return told.reduce((sum, count) => sum + count, 0);
}

export function resetVendors(vendors: Vendors): void {
  for (const vendor of Object.values(vendors)) vendor.reset();
}

export async function closeVendors(vendors: Vendors): Promise<void> {
  await Promise.all(Object.values(vendors).map((vendor) => vendor.close()));
}

/** `account`: of the trading platforms' only, the account that is acted on. */
export type SetFault = (planned: Planned, count: number, account?: number) => void;

/**
 * Who is struck by a fault of each name; undefined where that party is not asked. The market's prices come from the trading
 * platforms, its reference rates from the central bank.
 */
export function faultsOf(
  vendors: Vendors,
  { asksCaptchaVendor }: { readonly asksCaptchaVendor: boolean },
): (target: FaultTarget) => SetFault | undefined {
  // Both platforms share one plan, so telling one tells both.
  const platforms =
    (calls: FaultyCalls): SetFault =>
    (planned, count) =>
      vendors.mt5.fault(isCallFault(planned) ? planned : 'none', count, calls);
  const faults: Readonly<Record<FaultTarget, SetFault | undefined>> = {
    // So many acts fail, or the platforms are out altogether: then nothing can be read of them either.
    trading: (planned, count, account) => {
      if (account !== undefined) return vendors.mt5.faultOf(account, isCallFault(planned) ? planned : 'none', count);
      const isOutage = count === untilFurtherNotice;
      platforms('acts')(isOutage ? 'none' : planned, count);
      platforms('all')(isOutage ? planned : 'none', count);
    },
    market: (planned, count) => {
      platforms('prices')(planned, count);
      vendors.referenceRates.fault(planned, count);
    },
    // Whichever of the providers is called first is struck: a count is of each of them.
    payments: (planned, count) => {
      for (const provider of providersOf(vendors)) provider.fault(planned, count);
      vendors.bank.fault(planned, count);
    },
    verification: vendors.verification.fault,
    mail: vendors.post.failMail,
    sms: vendors.post.failSms,
    captcha: asksCaptchaVendor ? vendors.captcha.fault : undefined,
    scan: vendors.scanner.fault,
    calendar: vendors.calendar.fault,
    research: vendors.research.fault,
    tracking: vendors.tracking.fault,
    push: vendors.push.fault,
  };
  return (target) => faults[target];
}

function isCallFault(planned: Planned): planned is Planned<CallFault> {
  return typeof planned !== 'string' || callFaults.some((known) => known === planned);
}
