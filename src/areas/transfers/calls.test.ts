import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { strFromU8, unzipSync } from 'fflate';
import type { SignedIn, TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCounter, setBack, type PaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { numberedPages } from './contract.ts';

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let client: SignedIn;
let dollars: number;
let euros: number;
let wallet: number;

beforeAll(async () => {
  ({ app, books, client, payments, dollars, wallet } = await openCounter('ng.active', { dollars: '1000.00', wallet: '3000.00' }));
  euros = await books.account(client, 'standard', { currency: 'EUR', amount: '500.00' });
  // Something to tell: moves between all three places.
  const fundingAccountNames = [wallet, dollars, euros];
  for (let index = 0; index < 12; index += 1) {
    const [from = 0, to = 0] = [fundingAccountNames[index % 3], fundingAccountNames[(index + 1) % 3]];
    await payments.save(await payments.confirmed(from, to, '10.00'));
  }
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

test('the list shows every transfer once, page by page, and the filters hold', async () => {
  const seen: number[] = [];
  for (let next: string | null = ''; next !== null;) {
    const after = next ? `&after=${next}` : '';
    const { data }: Awaited<ReturnType<typeof payments.get>> = await payments.get(`api/transfers?limit=3${after}`);
    seen.push(...data.transfers.map((line: { id: number }) => line.id));
    next = data.next;
  }
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a));
  expect(seen.length).toBeGreaterThan(8);
  // One of another type and status, so that each filter has something to leave out.
  const { id } = await payments.startDeposit(euros, '200.00', { currency: 'EUR' });
  for (const query of ['status=completed', 'transfer_type=transfer', 'transfer_type=deposit&status=waiting_payment']) {
    const { transfers } = (await payments.get(`api/transfers?account=${euros}&limit=100&${query}`)).data;
    expect(transfers.length).toBeGreaterThan(0);
    for (const line of transfers) {
      expect(line).toMatchObject(Object.fromEntries(new URLSearchParams(query)));
      expect([line.account_number, line.target_account_number]).toContain(euros);
    }
  }
  await payments.post('api/transfers/cancel', { tid: id });
  const none = await app.call({ method: 'GET', path: 'api/transfers?from=2020-01-01&till=2020-01-31', as: client });
  expect(none.data).toEqual({ transfers: [], page: null, next: null });
});

test('a period ends at a day, which is whole, or at an instant', async () => {
  const ask = (query: string) => app.call({ method: 'GET', path: `api/transfers?${query}`, as: client });
  const [transfer] = (await ask('limit=1')).data.transfers;
  const at: string = transfer.created_at;
  const ids = async (query: string) => (await ask(query)).data.transfers.map(({ id }: { id: number }) => id);
  const abroad = `${new Date(Date.parse(at) + 7_200_000).toISOString().slice(0, -1)}+02:00`;
  expect(await ids(`from=${at}&till=${at}`)).toEqual([transfer.id]);
  expect(await ids(`from=${encodeURIComponent(abroad)}`)).toEqual([transfer.id]);
  expect(await ids(`from=${at}&till=${at.slice(0, 10)}`)).toEqual([transfer.id]);
  expect(await ids(`till=${new Date(Date.parse(at) - 1).toISOString()}`)).not.toContain(transfer.id);
  expect((await ask(`from=${at}&till=2020-01-01`)).errors).toMatchObject([{ code: 'period_reversed' }]);
});

test('a page by its number is the same as by its cursor, as long as pages have numbers', async () => {
  const list = (query: string) => app.call({ method: 'GET', path: `api/transfers?limit=3${query}`, as: client });
  const first = await list('');
  expect((await list('&page=2')).data).toEqual({ ...(await list(`&after=${first.data.next}`)).data, page: 2 });
});

test('what lies behind the last page is the last page', async () => {
  const list = async (query: string) => (await app.call({ method: 'GET', path: `api/transfers?${query}`, as: client })).data;
  const all = (await list('limit=100')).transfers.map(({ id }: { id: number }) => id);
  const last = Math.ceil(all.length / 5);
  for (const page of [last, last + 1, numberedPages, numberedPages + 1, 9_999]) {
    const { transfers, ...rest } = await list(`limit=5&page=${page}`);
    expect(transfers.map(({ id }: { id: number }) => id)).toEqual(all.slice((last - 1) * 5));
    expect(rest).toEqual({ page: last, next: null });
  }
  expect(await list('limit=5&page=3&from=2020-01-01&till=2020-01-31')).toEqual({ transfers: [], page: 1, next: null });
});

test('whoever may only look cancels nothing, and a frozen client takes back what has moved no money', async () => {
  const { id } = await payments.startDeposit(dollars, '100.00');
  const cancelWithStatus = async (status: number) => {
    await app.owner.sql.run('update client set status_id = $2 where id = $1', [client.clientId, status]);
    const as = await app.signIn('ng.active');
    return app.call({ method: 'POST', path: 'api/transfers/cancel', body: { tid: id }, as });
  };
  expect(await cancelWithStatus(18)).toMatchObject({ httpStatus: 403, errors: [{ code: 'service_not_available' }] });
  expect(await cancelWithStatus(14)).toMatchObject({ httpStatus: 200, data: { transfer: { status: 'cancelled' } } });
  await app.owner.sql.run('update client set status_id = 12 where id = $1', [client.clientId]);
});

test.each([
  ['the statement of a wallet whose number is no number of ours', 'api/direct/wallets/99999999999/statement', 'unknown_wallet'],
  ['a page behind a transfer whose number is none of ours', 'api/transfers?after=1.9999999999', 'bad_cursor'],
])('%s is refused by name', async (_name, path, code) => {
  expect((await app.call({ method: 'GET', path, as: client })).errors).toMatchObject([{ code }]);
});

test('coming back from the hosted page asks the provider at once', async () => {
  const { id, reference } = await payments.startDeposit(dollars, '100');
  await books.fail('payments', 'delay');
  await books.decide(reference, 'approved');
  const answer = await app.call({ method: 'GET', path: `api/payment-result?tid=${id}`, as: client });
  expect(answer.data.transfer).toMatchObject({ status: 'completed' });
});

test('the spreadsheet opens and holds every transfer of the list', async () => {
  const response = await fetch(`${app.url}/api/js/api/transfers-to-excel`, { headers: { cookie: client.cookie } });
  expect(response.headers.get('content-type')).toContain('spreadsheetml');
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const rows = sheet.match(/<row>.*?<\/row>/g) ?? [];
  const { data } = await app.call({ method: 'GET', path: 'api/transfers?limit=100', as: client });
  expect(rows).toHaveLength(data.transfers.length + 1);
  expect(rows[0]).toContain('Number');
  expect(rows[1]).toContain(`<v>${data.transfers[0].id}</v>`);
});

describe('what the forms and overviews read', () => {
  const read = async (path: string) => (await app.call({ method: 'GET', path, as: client })).data;

  test('the transfer form knows every live account and wallet with what may leave it', async () => {
    const { pm_id, accounts } = await read('api/payments/transfer');
    expect(pm_id).toBe(19);
    const of = (number: number) => accounts.find((each: { number: number }) => each.number === number);
    expect(of(wallet)).toMatchObject({ kind: 'wallet', currency: 'USD', available: await books.inLedger(wallet) });
    expect(of(dollars)).toMatchObject({ kind: 'trading', platform: 'mt5', available: await books.onPlatform(dollars) });
  });

  test('a quote before anything is confirmed is the one that the confirmation gives', async () => {
    const query = `account_number=${dollars}&target_account_number=${euros}&amount=10.80`;
    const { arrives, ...before } = await read(`api/payments/transfer/quote?${query}`);
    expect((await payments.askTransfer(dollars, euros, '10.80')).data.quote).toMatchObject({
      ...before,
      rate_as_of: expect.any(String),
    });
    expect(arrives).toBeUndefined();
  });

  test('the deposit form offers the region’s methods with their limits', async () => {
    const { methods, unavailable, last_method } = await read('api/payments/deposit');
    const ids = (of: { pm_id: number }[]) => of.map((each) => each.pm_id);
    expect(ids(methods)).toEqual([340, 85, 86, 87, 88, 89, 337, 1011, 1012, 1010, 1013]);
    expect(ids(unavailable)).toEqual([318, 320]);
    expect(unavailable[0]).toEqual({ pm_id: 318, key: 'unionpay', reason: 'not_in_country' });
    expect(last_method === null || ids(methods).includes(last_method)).toBe(true);
    expect(methods[1]).toMatchObject({ group: 2, document: 'local', hours: null, banks: {} });
    expect(methods[0].terms).toContainEqual({
      currency: 'USD',
      min: '100.00',
      max: '50000.00',
      fee_percent: '0',
      arrives: 'at_once',
    });
  });

  test('the form of internal transfers says what can be used, and of what cannot why not', async () => {
    const { methods, unavailable } = await read('api/payments/transfer');
    expect([methods, unavailable]).toEqual([[{ pm_id: 19, key: 'wallet' }], []]);
    const as = await app.signIn('global.frozen');
    const { data } = await app.call({ method: 'GET', path: 'api/payments/transfer', as });
    expect([data.methods, data.unavailable]).toEqual([
      [],
      [{ pm_id: 19, key: 'wallet', reason: 'account_frozen', next: 'support' }],
    ]);
  });

  test('what is under way stands apart from what has ended', async () => {
    const { id } = await payments.startDeposit(dollars, '100.00');
    const { under_way: open, recent } = await read('api/transfers/overview');
    expect(open.map((each: { id: number }) => each.id)).toEqual([id]);
    expect(recent.map((each: { id: number }) => each.id)).not.toContain(id);
    await payments.post('api/transfers/cancel', { tid: id });
  });

  test('the overview shows the latest, and the wallets show what is on them', async () => {
    const { under_way: open, recent } = await read('api/transfers/overview');
    expect(open).toEqual([]);
    expect(recent).toHaveLength(10);
    const { wallets } = await read('api/direct/wallets');
    expect(wallets).toContainEqual({
      number: wallet,
      currency: 'USD',
      balance: await books.inLedger(wallet),
      held: '0.00',
      status: 'active',
      bonus: '0.00',
      bonuses: [],
    });
  });
});

describe('a transfer is told', () => {
  const shownIn = async (id: number, language: string) =>
    (await payments.get(`api/transfers?tid=${id}&lang=${language}`)).data.transfer;

  test('with the names of its places, the amounts in the reader’s own way, in every language', async () => {
    await app.owner.sql.run(`update trading_account set name = 'Long haul' where number = $1`, [euros]);
    const { data } = await payments.save(await payments.confirmed(wallet, euros, '1234.50'));
    const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ');
    const english = await shownIn(data.transfer_id, 'en');
    expect(english).toMatchObject({ account_name: 'USD wallet', target_account_name: 'Long haul', amount: '1234.50' });
    expect(plain(english.timeline[0].text)).toBe(`USD 1,234.50 left USD wallet (${wallet}).`);
    expect(plain(english.timeline.at(-1).text)).toBe(`EUR 1,143.05 is in Long haul (${euros}).`);
    const arabic = await shownIn(data.transfer_id, 'ar');
    expect(arabic.account_name).toBe('محفظة USD');
    expect(plain(arabic.timeline[0].text)).toContain('USD 1,234.50');
    await app.drain();
    const { notifications } = (await payments.get('api/notifications?lang=zh')).data;
    expect(notifications.map(({ text }: { text: string }) => plain(text))).toContain(
      `EUR 1,143.05 已转入 Long haul（${euros}），USD 1,234.50 已从 USD 钱包（${wallet}） 转出。`,
    );
  });

  test('by who acts next and until when, and as late once that has passed', async () => {
    const { id } = await payments.startDeposit(dollars, '100.00');
    const { next } = await payments.detailsOf(id);
    expect(next).toMatchObject({ who: 'client', until: expect.any(String), late: null });
    await setBack(app, id, 'expires_at = created_at');
    expect((await payments.detailsOf(id)).next).toMatchObject({
      who: 'client',
      late: expect.stringMatching(/time for paying is over/),
    });
    await payments.post('api/transfers/cancel', { tid: id });
    expect((await payments.detailsOf(id)).next).toBeNull();
  });
});

describe('what a client keeps of a transfer', () => {
  const receipt = async (tid: number, format: string, language = 'en') => {
    const answer = await fetch(`${app.url}/api/js/api/statements/receipt?tid=${tid}&format=${format}&lang=${language}`, {
      headers: { cookie: client.cookie },
    });
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  };

  test('a completed deposit has a receipt in the client’s language, and the account to trade on', async () => {
    const { id, reference } = await payments.startDeposit(dollars, '120.00');
    expect(await receipt(id, 'pdf')).toMatchObject({ status: 409 });
    expect(await payments.detailsOf(id)).toMatchObject({ trade_account: null });
    await books.decide(reference, 'approved');
    await payments.becomes(id, 'completed');
    expect(await payments.detailsOf(id)).toMatchObject({ trade_account: dollars });
    const { type, bytes } = await receipt(id, 'pdf');
    expect([type, bytes.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-']);
    for (const [language, said] of [
      ['en', 'Completed'],
      ['ar', 'إيصال'],
      ['zh', '收据'],
    ] as const) {
      const text = (await receipt(id, 'print', language)).bytes.toString('utf8');
      expect(text).toContain(said);
      for (const fact of [String(id), '120.00', String(dollars)]) expect(text).toContain(fact);
      expect(text).not.toMatch(/(receipt|history\.fact|transfers\.sheet)\.[a-z]/);
    }
  });

  test('one into a wallet has no account to trade on, and one that was taken back says so', async () => {
    const { id, reference } = await payments.startDeposit(wallet, '110.00');
    const amount = { minor: 11_000n, currency: 'USD' } as const;
    await payments.told(reference, { status: 'approved', amount });
    await payments.becomes(id, 'completed');
    expect(await payments.detailsOf(id)).toMatchObject({ trade_account: null });
    const back = { kind: 'refund', status: 'approved', providerTransactionId: `back-${reference}`, amount } as const;
    await payments.told(reference, back);
    expect((await payments.detailsOf(id)).reversed_by).toHaveLength(1);
    expect((await receipt(id, 'print')).bytes.toString('utf8')).toContain('Taken back by');
  });
});

describe('a payment account that is new', () => {
  const missing = async (id: number) => (await payments.detailsOf(id)).needs_paper;
  const paid = async (mask: string) => {
    const { id, reference } = await payments.startDeposit(wallet, '100.00');
    await books.decide(reference, 'approved');
    await payments.becomes(id, 'completed');
    await app.owner.sql.run('update remittance set card_mask = $2 where id = $1', [id, mask]);
    return id;
  };
  const send = async (status: number, at: Date) =>
    app.owner.sql.run(
      `insert into document (client_id, kind, type_id, status, is_residence_too, reverse_follows, risks, created_at)
       values ($1, 'payment', 37, $2, false, false, '{}', $3)`,
      [client.clientId, status, at],
    );

  test('is proven with a paper: asked for until one was sent, anew when that is rejected, and anew for another card', async () => {
    const now = () => app.opened.clock.now();
    const first = await paid('5100 00** **** 0001');
    expect(await missing(first)).toBe('card');
    await send(1, now());
    expect(await missing(first)).toBeNull();
    await app.owner.sql.run('update document set status = 3 where client_id = $1', [client.clientId]);
    expect(await missing(first)).toBe('card');
    await app.owner.sql.run('update document set status = 2 where client_id = $1', [client.clientId]);
    expect(await missing(await paid('5100 00** **** 0001'))).toBeNull();
    const other = await paid('5100 00** **** 0002');
    expect(await missing(other)).toBe('card');
    await send(1, now());
    expect(await missing(other)).toBeNull();
  });

  test('is asked about where it pays, and where nothing came of it nobody asks', async () => {
    const { id } = await payments.startDeposit(wallet, '100.00');
    await payments.post('api/transfers/cancel', { tid: id });
    expect(await missing(id)).toBeNull();
  });
});
