import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect } from 'vitest';
import { join } from 'node:path';
import { after, minuteMs, type Clock } from '../../base/time.ts';
import { openPayments } from '../../ports/payments/index.ts';
import type {
  NotificationAnswer,
  NotificationHeaders,
  NotificationReading,
  PaymentRequest,
  Payments,
} from '../../ports/payments/port.ts';
import { startBank } from '../../sandbox/bank/index.ts';
import { startNetWallet } from '../../sandbox/netwallet/index.ts';
import { startNowPayments } from '../../sandbox/nowpayments/index.ts';
import { startPraxis } from '../../sandbox/praxis/index.ts';
import type { ProviderSandbox } from '../../sandbox/provider.ts';
import { startSkrill } from '../../sandbox/skrill/index.ts';

export const merchant = { merchantId: 'ATRIUM', applicationKey: 'atrium-web', merchantSecret: 'secret' };
const coinMerchant = { apiKey: 'key', ipnSecret: 'coin secret', email: 'shop@atrium.test', password: 'coin password' };
const skrillMerchant = { merchantId: '4637827', email: 'shop@atrium.test', secretWord: 'word', queryPassword: 'query' };
const netWalletMerchant = { merchant: 'atrium', secret: 'wallet secret' };
export const patience = { hangMs: 3000, slowMs: 20 };

/** A merchant's notification address: reads each message through the port and answers as the port says. */
export interface Shop {
  readonly address: string;
  readonly readings: NotificationReading[];
  open: boolean;
  close(): Promise<void>;
}

/** A connector over the stand-in of its provider, and a merchant who is told. */
export interface PortBench {
  readonly payments: Payments;
  readonly provider: ProviderSandbox;
  readonly shop: Shop;
  /** What an order of it is for. */
  readonly order: Pick<PaymentRequest, 'amount' | 'methodKey' | 'worth'>;
  advance(ms: number): void;
  close(): Promise<void>;
}

/** Each connector, with what differs by the vendor and not by what is asked of it. */
export const paymentConnectors = [
  {
    name: 'praxis',
    paysOut: true,
    paysBack: true,
    tells: true,
    tellsReturns: true,
    reversesInPlace: true,
    ownDestination: { kind: 'bank', bank: 'FNB', account: '62001234567' },
    nobody: { kind: 'bank', bank: 'FNB', account: '00000000000' },
    raise: () => raise('praxis'),
    started: {
      redirect: { url: expect.stringMatching(/^http:\/\/localhost\/sandbox\/payments\/R-1$/), method: 'GET', fields: {} },
    },
    payer: { name: 'Thandi van der Merwe', cardMask: '4111 11** **** 1111', cardBrand: 'VISA' },
    resendMs: 5 * minuteMs,
    notTaken: 'BTC',
    statusIsSigned: false,
  },
  {
    name: 'skrill',
    paysOut: true,
    paysBack: true,
    tells: true,
    tellsReturns: true,
    reversesInPlace: false,
    ownDestination: { kind: 'wallet', email: 'thandi@atrium.test' },
    nobody: { kind: 'wallet', email: 'nobody@atrium.test' },
    raise: () => raise('skrill'),
    started: {
      redirect: { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\?sid=[0-9a-f]{32}$/), method: 'GET', fields: {} },
    },
    payer: { name: 'Thandi van der Merwe', cardMask: undefined, cardBrand: undefined },
    resendMs: 15 * minuteMs,
    notTaken: 'BTC',
    statusIsSigned: false,
  },
  {
    name: 'netwallet',
    paysOut: true,
    paysBack: true,
    tells: true,
    tellsReturns: true,
    reversesInPlace: false,
    ownDestination: { kind: 'wallet', email: 'thandi@atrium.test' },
    nobody: { kind: 'wallet', email: 'nobody@atrium.test' },
    raise: () => raise('netwallet'),
    started: {
      redirect: { url: expect.stringMatching(/^http:\/\/localhost\/sandbox\/payments\/R-1$/), method: 'GET', fields: {} },
    },
    payer: { name: 'Thandi van der Merwe', cardMask: undefined, cardBrand: undefined },
    resendMs: 10 * minuteMs,
    notTaken: 'BTC',
    statusIsSigned: false,
  },
  {
    name: 'nowpayments',
    paysOut: true,
    paysBack: false,
    tells: true,
    // What has left for a chain does not come back.
    tellsReturns: false,
    reversesInPlace: false,
    ownDestination: { kind: 'coin', code: 'eth', address: '0x52908400098527886E0F7030069857D2E4169EE7', memo: null },
    nobody: { kind: 'coin', code: 'eth', address: '0x0000000000000000000000000000000000000000', memo: null },
    raise: () => raise('nowpayments'),
    started: { payTo: { address: expect.stringMatching(/^bc1q[0-9a-f]{38}$/), memo: null } },
    payer: { name: undefined, cardMask: undefined, cardBrand: undefined },
    resendMs: 5 * minuteMs,
    notTaken: 'USD',
    statusIsSigned: true,
  },
] as const;

/** Those whose orders have further transactions, and that pay out. */
export const bankConnectors = paymentConnectors.filter(({ name }) => name !== 'nowpayments');

/** What is asked of who pays out. */
export type PayoutBench = Pick<PortBench, 'payments' | 'shop' | 'order' | 'close'> & {
  readonly provider: Pick<ProviderSandbox, 'decide' | 'deliverDue' | 'fault'>;
};

/** Those who pay out: a bank is one of them, though it knows no orders of what comes in, and tells nobody by itself. */
export const payoutConnectors = [
  ...paymentConnectors,
  {
    name: 'bank',
    paysOut: true,
    paysBack: false,
    tells: false,
    // The next statement does.
    tellsReturns: false,
    reversesInPlace: false,
    ownDestination: { kind: 'wire', bank: 'First National Bank', account: '62001234567', bic: 'FIRNZAJJ' },
    nobody: { kind: 'wire', bank: 'First National Bank', account: '00000000000', bic: 'FIRNZAJJ' },
    raise: raiseBank,
  },
] as const;

/** Two hundred and fifty dollars, or a coin's worth of them, told to that bench's merchant. */
export function paymentRequest({ shop, order }: Pick<PortBench, 'shop' | 'order'>, reference: string): PaymentRequest {
  return {
    intent: 'deposit',
    reference,
    ...order,
    clientId: 1001,
    locale: 'en',
    customer: { name: 'Thandi van der Merwe', email: 'thandi@atrium.test', country: 'ZA' },
    notificationUrl: `${shop.address}/notify`,
    returnUrl: 'http://localhost/en/deposit/result',
  };
}

/** What the merchant was told, in the order in which it came. */
export function statuses(shop: Shop): string[] {
  return shop.readings.map((reading) => (reading.verified ? reading.payment.status : reading.reason));
}

const dollars = { minor: 25_000n, currency: 'USD' } as const;
const orders = {
  praxis: { amount: dollars },
  skrill: { amount: dollars },
  netwallet: { amount: dollars },
  nowpayments: { amount: { minor: 412_000n, currency: 'BTC' }, methodKey: 'btc', worth: dollars },
} as const;

async function raise(name: keyof typeof orders): Promise<PortBench> {
  const dataFolder = mkdtempSync(join(tmpdir(), `atrium-${name}-`));
  let now = new Date('2026-03-02T09:00:00Z');
  const clock: Clock = { now: () => now, wall: () => new Date('2026-03-02T09:00:00Z') };
  const place = {
    dataFolder,
    host: '127.0.0.1',
    port: 0,
    clock,
    pageAddress: (reference: string) => `http://localhost/sandbox/payments/${reference}`,
    pollMs: 0,
    patience,
  };
  const starts = {
    praxis: () => startPraxis({ ...place, ...merchant }),
    skrill: () => startSkrill({ ...place, ...skrillMerchant }),
    netwallet: () => startNetWallet({ ...place, ...netWalletMerchant }),
    nowpayments: () => startNowPayments({ ...place, ...coinMerchant }),
  };
  const provider = await starts[name]();
  const { address } = provider;
  const asked = { address, clock, timeoutMs: 1500 };
  const opened = openPayments({
    praxis: { ...asked, ...merchant },
    skrill: { ...asked, ...skrillMerchant, queryAddress: address },
    netwallet: { ...asked, ...netWalletMerchant },
    nowpayments: { ...asked, ...coinMerchant, payouts: coinMerchant },
  });
  const payments = opened[name];
  if (!payments) throw new Error(`the broker has no account with ${name}`);
  const shop = await openShop(payments);
  return {
    payments,
    provider,
    shop,
    order: orders[name],
    advance: (ms) => {
      now = after(now, ms);
    },
    close: async () => {
      await provider.close();
      await shop.close();
      rmSync(dataFolder, { recursive: true });
    },
  };
}

async function raiseBank(): Promise<PayoutBench> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-bank-'));
  const now = new Date('2026-03-02T09:00:00Z');
  const clock: Clock = { now: () => now, wall: () => now };
  const place = { host: '127.0.0.1', port: 0, clock, key: 'common key', dataFolder, patience };
  const bank = await startBank(place);
  const asked = { address: bank.address, clock, timeoutMs: 1500 };
  const opened = openPayments({ praxis: { ...asked, ...merchant }, bank: { ...asked, key: place.key, accounts: bank.accounts } });
  const { bank: payments } = opened;
  if (!payments) throw new Error('the broker has no account with the bank');
  const shop = await openShop(payments);
  return {
    payments,
    shop,
    order: orders.praxis,
    provider: {
      decide: (reference, decision) =>
        bank.decide(reference, decision === 'approved' ? 'ACSC' : 'RJCT') ? 'decided' : 'unknown_payment',
      deliverDue: async () => 0,
      fault: (planned, count) => bank.fault(planned, count),
    },
    close: async () => {
      await bank.close();
      await shop.close();
      rmSync(dataFolder, { recursive: true });
    },
  };
}

export async function openShop(payments: Payments): Promise<Shop> {
  const readings: NotificationReading[] = [];
  const listening = await listenAs((raw, headers) => {
    const reading = payments.readNotification(raw, headers);
    readings.push(reading);
    const isTaken = reading.verified && shop.open;
    return { isTaken, answer: payments.acknowledge(isTaken) };
  });
  const shop: Shop = { ...listening, readings, open: true };
  return shop;
}

type Heard = (raw: Buffer, headers: NotificationHeaders) => { readonly isTaken: boolean; readonly answer: NotificationAnswer };

export async function listenAs(hear: Heard): Promise<Pick<Shop, 'address' | 'close'>> {
  const server: Server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { isTaken, answer } = hear(Buffer.concat(chunks), incoming.headers);
    outgoing.writeHead(isTaken ? 200 : 503, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return {
    address: `http://127.0.0.1:${bound.port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
