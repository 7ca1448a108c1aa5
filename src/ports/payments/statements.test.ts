import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { after, dayMs, minuteMs } from '../../base/time.ts';
import { startBank, type BankSandbox } from '../../sandbox/bank/index.ts';
import { openBank } from './bank/index.ts';
import type { BankDesk, PaymentRequest, Payments } from './port.ts';

/* What every connector of a bank answers, over the bank of the sandbox. */

const start = new Date('2026-03-02T09:00:00Z');
let now = start;
let bank: BankSandbox;
let payments: Payments;
let desk: BankDesk;
let folder: string;

const raise = async () => {
  const clock = { now: () => now, wall: () => start };
  const place = { host: '127.0.0.1', port: 0, clock, key: 'common key', dataFolder: folder };
  bank = await startBank({ ...place, patience: { hangMs: 3000, slowMs: 20 } });
  payments = openBank({ address: bank.address, key: 'common key', accounts: bank.accounts, clock, timeoutMs: 1500 });
  if (!payments.bank) throw new Error('a bank without its desk');
  desk = payments.bank;
};

beforeEach(async () => {
  now = start;
  folder = mkdtempSync(join(tmpdir(), 'atrium-bank-'));
  await raise();
});
afterEach(async () => {
  await bank.close();
  rmSync(folder, { recursive: true });
});

const transfer = { company: 3, currency: 'USD', minor: 25_000n, text: 'R1-aaaaaaaa' } as const;
const names = async (from = '2026-03-01') => {
  const listed = await desk.statements(from);
  return listed.outcome === 'done' ? listed.names : [listed.reason];
};
const keysOf = async (name: string | undefined) => {
  const file = await desk.statement(name ?? '');
  const reading = file.outcome === 'done' ? desk.read(file.raw) : undefined;
  return reading?.outcome === 'read'
    ? reading.statements.flatMap(({ entries }) => entries.map(({ key }) => key))
    : [file.outcome];
};
const request = (amount: PaymentRequest['amount']): PaymentRequest => ({
  intent: 'deposit',
  reference: 'R-1',
  amount,
  clientId: 1001,
  locale: 'en',
  customer: { name: 'Thandi van der Merwe', email: 'thandi@atrium.test', country: 'ZA' },
  notificationUrl: 'http://localhost/notify',
  returnUrl: 'http://localhost/en',
});

describe('a bank', () => {
  test('takes every currency that the broker has an account in, leads nobody anywhere, and knows no orders of that', async () => {
    for (const { currency } of desk.accounts)
      expect(await payments.startPayment(request({ minor: 100n, currency }))).toEqual({ outcome: 'started', byTransfer: true });
    expect(await payments.startPayment(request({ minor: 100n, currency: 'BTC' }))).toMatchObject({ outcome: 'refused' });
    expect(await payments.lookUp('R-1')).toEqual({ outcome: 'absent' });
    expect(payments.settlement).toBeUndefined();
  });

  test('writes what arrives into a statement that is fetched by its name', async () => {
    expect(await names()).toEqual([]);
    const entry = bank.receive(transfer);
    const [name] = await names();
    expect(await keysOf(name)).toEqual([`servicer:${entry}`]);
    expect(await names('2026-03-03')).toEqual([]);
    // It is in another process after this one has ended.
    await bank.close();
    await raise();
    expect(await names()).toEqual([name]);
  });

  test('tells an entry again in the next day’s statement, and a file under two names', async () => {
    const entry = bank.receive({ ...transfer, fault: 'duplicate' });
    expect(await names()).toHaveLength(1);
    now = after(start, dayMs);
    const repeated = (await names()).at(-1);
    expect(await keysOf(repeated)).toEqual([`servicer:${entry}`]);
    bank.receive({ ...transfer, fault: 'twice' });
    expect(await names()).toHaveLength(4);
  });

  test('tells late, and out of order', async () => {
    bank.receive({ ...transfer, fault: 'delay' });
    expect(await names()).toEqual([]);
    now = after(start, minuteMs);
    expect(await names()).toHaveLength(1);
    const held = bank.receive({ ...transfer, fault: 'reorder' });
    expect(await names()).toHaveLength(1);
    const next = bank.receive(transfer);
    const [, second, third] = await names();
    expect([await keysOf(second), await keysOf(third)]).toEqual([[`servicer:${next}`], [`servicer:${held}`]]);
  });

  test('books what it was ordered to send once it has settled, and what another bank returns of it', async () => {
    const order = {
      way: 'payout',
      reference: 'w7-1-0a1b2c3d',
      amount: { minor: 25_000n, currency: 'USD' },
      clientId: 1001,
      companyId: 3,
      customer: request({ minor: 1n, currency: 'USD' }).customer,
      notificationUrl: '',
      destination: { kind: 'wire', bank: 'FNB', account: '62001234567', bic: 'FIRNZAJJ' },
    } as const;
    expect(await payments.payOut?.(order)).toEqual({ outcome: 'accepted' });
    expect(await names()).toEqual([]);
    const settled = await payments.lookUp(order.reference);
    expect(settled).toMatchObject({ payment: { status: 'approved', providerStatus: 'payout ACSC' } });
    const booked = settled.outcome === 'found' ? settled.payment.providerTransactionId : undefined;
    expect(await keysOf((await names())[0])).toEqual([`servicer:${booked}`]);
    const returned = bank.takeBack(order.reference);
    expect(await keysOf((await names())[1])).toEqual([`reversal:servicer:${returned}`]);
    // It pays from the account of that company in that currency, or not at all.
    expect(await payments.payOut?.({ ...order, companyId: 2 })).toMatchObject({ code: 'currency_not_supported' });
    const other = { ...order, reference: 'w8-1-0a1b2c3d', amount: { minor: 25_013n, currency: 'USD' } } as const;
    expect(await payments.payOut?.(other)).toEqual({ outcome: 'accepted' });
    expect(await payments.lookUp(other.reference)).toMatchObject({ payment: { status: 'declined' } });
    expect(await names()).toHaveLength(2);
  });

  test('takes back what arrived, by an entry that names it', async () => {
    const entry = bank.receive(transfer) ?? '';
    const taken = bank.takeBack(entry);
    expect(await keysOf((await names())[1])).toEqual([`reversal:servicer:${taken}`]);
    expect(bank.takeBack('nothing')).toBeUndefined();
  });

  test('is not believed when somebody else has signed, and answers nobody else', async () => {
    bank.receive({ ...transfer, fault: 'forge' });
    const [name] = await names();
    expect(await keysOf(name)).toEqual(['unknown']);
    expect(await keysOf(name)).not.toEqual(['unknown']);
    const clock = { now: () => now, wall: () => start };
    const stranger = openBank({ address: bank.address, key: 'no key of theirs', accounts: bank.accounts, clock });
    expect(await stranger.bank?.statements('2026-03-01')).toEqual({ outcome: 'unknown', reason: 'status 401' });
  });

  test.each(['timeout_before', 'timeout_after', 'error', 'late'] as const)(
    'struck by %s is unknown, and answers the next time',
    async (mode) => {
      bank.receive(transfer);
      bank.fault(mode, 1);
      expect(await desk.statements('2026-03-01')).toMatchObject({ outcome: 'unknown' });
      expect(await names()).toHaveLength(1);
    },
  );
});
