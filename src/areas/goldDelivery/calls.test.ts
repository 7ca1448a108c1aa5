import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { remittanceId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { parseWeight } from '../../base/weight.ts';
import { post } from '../../ledger/book.ts';
import { delivery as deliveryAccount, gold, opening, vault } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { openPaymentsFixture } from '../../server/testing/paymentsFixture.ts';
import { sweep } from '../../server/testing/telling.ts';
import { insertDebt } from '../debts/face.ts';
import { performer } from './perform.ts';

/* India's clients of company 3 hold gold in Zurich. They confirm what leaves by a code. */

let app: TestApp;
let books: BookFixture;
let client: SignedIn;
let wallet: number;
let finance: StaffSignedIn;
let admin: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  await openMarkets(app);
  client = await app.signIn('in.gold');
  wallet = await books.wallet(client, { currency: 'USD', amount: '1000.00' });
  finance = await app.signInStaff('finance');
  admin = await app.signInStaff('admin');
  const leg = { from: opening(3, 'XAU'), to: gold(owner()), minor: parseWeight('30', 'g') ?? 0n };
  const at = app.opened.clock.now();
  await post(app.owner.sql, { movement: { key: 'opening:delivery', kind: 'opening_balance', legs: [leg], at } });
  await stock(['S1', 'S2', 'S3', 'S4']);
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const owner = () => ({ company: 3, clientId: client.clientId });
const reason = 'as the queue asks';
const asStaff = (path: string, body?: object, as = finance) =>
  app.call({ method: body ? 'POST' : 'GET', path: `/api/desk/${path}`, ...(body ? { body: { reason, ...body } } : {}), as });
const approve = (id: number, as = admin) => asStaff(`approvals/${id}`, { decision: 'approve' }, as);
const post5 = (path: string, body: object, as = client) =>
  app.call({ method: 'POST', path: `api/gold/delivery${path}`, body, as });
const info = async () => (await app.call({ method: 'GET', path: 'api/gold/delivery-info', as: client })).data;
const address = { recipient: 'Asha Rao', street: '4 MG Road', town: 'Pune', postcode: '411001', phone: '+91 98 7654 3210' };
const ask = (more: object = {}) => post5('', { size: '5.0000000', count: '1', ...address, ...more });
const held = async () =>
  Promise.all([gold(owner()), deliveryAccount(owner()), vault(3, 'zurich')].map((a) => balanceOf(app.owner.sql, a)));

async function stock(serials: readonly string[]): Promise<void> {
  const bars = serials.map((serial) => ({ refiner: 'Helvetia', serial, grams: '5' }));
  const asked = await asStaff('gold/stock', { vault: 'zurich', company: 3, reference: `HR-${serials[0]}`, cost: '600', bars });
  expect((await approve(asked.data.approval.id)).errors).toEqual([]);
}

/** The code that was sent last; another is sent a minute later at the earliest. */
const pin = async (): Promise<string> => (await pinMessage()).pin;
async function pinMessage(): Promise<{ readonly pin: string; readonly text: string }> {
  await app.drain();
  const sent = await app.call({ method: 'GET', path: '/sandbox/outbox?to=in.gold@atrium.test' });
  const phone = await app.owner.sql.one<{ phone: string }>('select mobile_phone as phone from client where id = $1', [
    client.clientId,
  ]);
  const called = await app.call({ method: 'GET', path: `/sandbox/outbox?to=${encodeURIComponent(phone.phone)}` });
  const messages = [...sent.data.messages, ...called.data.messages].filter((each: { pin: string | null }) => each.pin);
  return messages.toSorted((a, b) => b.sent_at.localeCompare(a.sent_at))[0];
}

async function confirmed(more: object = {}): Promise<number> {
  await app.opened.clock.advance(61);
  const asked = await ask(more);
  expect(asked.errors).toEqual([]);
  const id: number = asked.data.delivery_id;
  const code = asked.data.pin ? { payment_code: await pin() } : {};
  expect((await post5('/confirm', { delivery_id: id, ...code })).errors).toEqual([]);
  return id;
}

const ofDesk = async (id: number) => (await asStaff(`gold-deliveries/${id}`)).data;
const decide = (id: number, body: object, as = finance) => asStaff(`gold-deliveries/${id}`, body, as);
async function allocated(): Promise<number> {
  const id = await confirmed();
  const { bars } = await ofDesk(id);
  expect((await decide(id, { action: 'allocate', bars: [bars[0].id] })).errors).toEqual([]);
  return id;
}
async function shipped(): Promise<number> {
  const id = await allocated();
  const asked = await decide(id, { action: 'release', carrier: 'Loomis', tracking: 'LX-7' });
  expect((await approve(asked.data.approval.id)).errors).toEqual([]);
  return id;
}
const waits = async (id: number): Promise<number> =>
  (
    await app.owner.sql.many(`select from desk_case where queue = 'gold-delivery' and subject = $1 and closed_at is null`, [
      `gold_delivery:${id}`,
    ])
  ).length;

test('the form tells bars, costs and what is known of the address', async () => {
  const told = await info();
  expect(told).toMatchObject({
    held: '30.0000000',
    wallet: '1000.00',
    shipping: '35.00',
    insurance_percent: '0.5',
    deliveries: [],
  });
  expect(told.sizes[1]).toEqual({ grams: '5.0000000', making: '16.00', ready: 4 });
  expect(told.address).toMatchObject({ country: 'IN' });
});

describe('a delivery', () => {
  test('goes from the request to its arrival: gold, money, bars and queue say the same at each step', async () => {
    const [before, paidFrom] = [await held(), Number(await books.inLedger(wallet))];
    await app.opened.clock.advance(61);
    const asked = await ask();
    const { delivery_id: id, terms } = asked.data;
    expect(terms).toMatchObject({ fee: '51.00', weight: '5.0000000', currency: 'USD' });
    expect(Number(terms.insurance)).toBeGreaterThan(0);
    expect(await held()).toEqual(before);
    await post5('/confirm', { delivery_id: id, payment_code: await pin() });
    expect((await info()).deliveries[0]).toMatchObject({ id, phase: 'paid', may_cancel: true, total: terms.total });
    expect(paidFrom - Number(await books.inLedger(wallet))).toBeCloseTo(Number(terms.total), 2);
    const five = 50_000_000n;
    expect(await held()).toEqual([(before[0] ?? 0n) - five, (before[1] ?? 0n) + five, before[2]]);
    expect(await waits(id)).toBe(1);

    const { bars, actions } = await ofDesk(id);
    expect(actions).toEqual(['allocate', 'cancel']);
    await decide(id, { action: 'allocate', bars: [bars[0].id] });
    expect((await info()).deliveries[0]).toMatchObject({ phase: 'allocated', serials: [bars[0].serial], may_cancel: false });

    await app.owner.sql.run(`update gold_delivery set requested_at = requested_at - interval '1 day' where id = $1`, [id]);
    const release = await decide(id, { action: 'release', carrier: 'Loomis', tracking: 'LX-7' });
    expect(release.data.approval).toMatchObject({ kind: 'money', asked_by: 'finance' });
    expect((await approve(release.data.approval.id, finance)).httpStatus).toBe(403);
    expect((await info()).deliveries[0].phase).toBe('allocated');
    expect((await approve(release.data.approval.id)).errors).toEqual([]);
    expect((await info()).deliveries[0]).toMatchObject({ phase: 'shipped', carrier: 'Loomis', tracking: 'LX-7' });
    expect(await held()).toEqual([(before[0] ?? 0n) - five, before[1], (before[2] ?? 0n) + five]);

    await decide(id, { action: 'delivered' });
    expect((await info()).deliveries[0]).toMatchObject({ phase: 'delivered' });
    expect(await waits(id)).toBe(0);
  });

  test('comes back: the bar lies in the vault again, and the gold is the client’s', async () => {
    const before = await held();
    const id = await shipped();
    const { delivery } = await ofDesk(id);
    expect((await decide(id, { action: 'returned' })).data.delivery.phase).toBe('returned');
    expect(await held()).toEqual(before);
    const { bars } = (await asStaff('gold/bars')).data;
    expect(bars.find(({ serial }: { serial: string }) => serial === delivery.serials[0])).toMatchObject({ state: 'in_vault' });
  });

  test('is cancelled by its client until it has bars: gold and money are back', async () => {
    const [before, paidFrom] = [await held(), await books.inLedger(wallet)];
    const id = await confirmed();
    expect((await post5('/cancel', { delivery_id: id })).data.delivery).toMatchObject({ phase: 'cancelled' });
    expect([await held(), await books.inLedger(wallet), await waits(id)]).toEqual([before, paidFrom, 0]);
    const later = await allocated();
    expect((await post5('/cancel', { delivery_id: later })).errors[0]).toMatchObject({ code: 'delivery_not_cancellable' });
    expect((await decide(later, { action: 'cancel' })).data.delivery.phase).toBe('cancelled');
    expect([await held(), await books.inLedger(wallet)]).toEqual([before, paidFrom]);
  });

  test('that the wallet does not cover is paid later, or cancelled by itself', async () => {
    const poor = { size: '1.0000000', count: '10' };
    await app.owner.sql.run(`update wallet set status = 'closed' where number = $1`, [wallet]);
    const [id, other] = [await confirmed(), await confirmed(poor)];
    const { deliveries } = await info();
    expect(deliveries.slice(0, 2)).toMatchObject([{ phase: 'requested', pay_by: expect.anything() }, { phase: 'requested' }]);
    expect((await post5('/pay', { delivery_id: id })).errors[0]).toMatchObject({ code: 'gold_dollars_short' });
    await app.owner.sql.run(`update wallet set status = 'active' where number = $1`, [wallet]);
    expect((await post5('/pay', { delivery_id: id })).data.delivery.phase).toBe('paid');
    expect((await post5('/pay', { delivery_id: id })).errors[0]).toMatchObject({ code: 'delivery_not_payable' });
    await app.opened.clock.advance(3 * 24 * 3600 + 60);
    await sweep(app, 'goldDelivery.unpaid');
    const ended = (await info()).deliveries;
    expect(ended.find((each: { id: number }) => each.id === other)).toMatchObject({ phase: 'cancelled' });
    expect(ended.find((each: { id: number }) => each.id === id)).toMatchObject({ phase: 'paid' });
    await app.owner.sql.run(`update wallet set status = 'closed' where number = $1`, [wallet]);
    await post5('/cancel', { delivery_id: id });
    const { status } = await app.owner.sql.one<{ status: string }>('select status from wallet where number = $1', [wallet]);
    expect(status).toBe('active');
    await openMarkets(app);
  });
});

describe('refused is', () => {
  test.each([
    ['a bar that is not made', { size: '3.0000000' }, 'gold_bar_not_offered', 'size'],
    ['none of them', { count: '0' }, 'gold_bars_out_of_range', 'count'],
    ['too many', { count: '11' }, 'gold_bars_out_of_range', 'count'],
    ['more gold than there is', { size: '1000.0000000' }, 'gold_short', 'count'],
  ])('%s', async (...[, body, code, field]) => {
    const answer = await ask(body);
    expect(answer.errors[0]).toMatchObject({ code, validation_messages: { [field]: expect.anything() } });
  });

  test('a wrong code, which ends the right one, and a code of another delivery', async () => {
    await app.opened.clock.advance(61);
    const { data } = await ask();
    const { pin: right, text } = await pinMessage();
    expect(text).toMatch(/for this delivery alone: 5 g of gold to \w.*, IN, which costs USD\s\d/);
    const wrong = right === '0000' ? '1111' : '0000';
    const confirm = (code: string) => post5('/confirm', { delivery_id: data.delivery_id, payment_code: code });
    expect((await post5('/confirm', { delivery_id: data.delivery_id })).errors[0]).toMatchObject({ code: 'field_required' });
    expect((await confirm(wrong)).errors[0]).toMatchObject({ code: 'WRONG_CODE' });
    expect((await confirm(right)).errors[0]).toMatchObject({ code: 'expired' });
    await app.opened.clock.advance(61);
    const other = await ask({ count: '2' });
    expect(other.data.pin.is_sent).toBe(true);
    expect((await confirm(await pin())).errors[0]).toMatchObject({ code: 'WRONG_CODE' });
  });

  test('what was told too long ago, and what is somebody else’s', async () => {
    await app.opened.clock.advance(61);
    const { data } = await ask();
    const stranger = await app.signIn('uk.active');
    const one = { delivery_id: data.delivery_id };
    for (const path of ['/confirm', '/pay', '/cancel', '/pin'])
      expect((await post5(path, one, stranger)).errors[0]).toMatchObject({ code: 'unknown_delivery' });
    await app.opened.clock.advance(901);
    expect((await post5('/confirm', one)).errors[0]).toMatchObject({ code: 'delivery_expired' });
  });

  test('at the desk what is not next, too few bars, and bars of others', async () => {
    const id = await confirmed();
    expect((await decide(id, { action: 'release', carrier: 'L', tracking: 'T' })).errors[0]).toMatchObject({
      code: 'action_not_offered',
    });
    expect((await decide(id, { action: 'allocate', bars: [] })).errors[0]).toMatchObject({ code: 'field_required' });
    expect((await decide(id, { action: 'allocate', bars: [999] })).errors[0]).toMatchObject({ code: 'bars_not_free' });
    expect((await ofDesk(id)).delivery.phase).toBe('paid');
    await post5('/cancel', { delivery_id: id });
  });

  test('a release of what was cancelled meanwhile', async () => {
    const id = await allocated();
    const asked = await decide(id, { action: 'release', carrier: 'Loomis', tracking: 'LX-8' });
    await decide(id, { action: 'cancel' });
    expect((await approve(asked.data.approval.id)).httpStatus).toBe(409);
  });

  test('a release while it is not known whether the client is on a list, and one that was asked for before', async () => {
    const id = await allocated();
    const { sql } = app.owner;
    const release = () => decide(id, { action: 'release', carrier: 'Loomis', tracking: 'LX-9' });
    // Since the first look at the lists: before that nobody is waited for.
    await sweep(app, 'screening.lists');
    await sweep(app, 'screening.entries');
    const isCompared = async () => {
      await sweep(app, 'screening.clients');
      return (await sql.one<{ due: number }>('select count(*)::integer as due from screening_due')).due === 0;
    };
    await expect.poll(isCompared).toBe(true);
    const asked = await release();
    expect(asked.errors).toEqual([]);
    await sql.run('insert into screening_due (client_id) values ($1)', [client.clientId]);
    expect((await release()).errors[0]).toMatchObject({ code: 'client_screened' });
    expect((await approve(asked.data.approval.id)).httpStatus).toBe(409);
    expect((await ofDesk(id)).delivery.phase).toBe('allocated');
    await expect.poll(isCompared).toBe(true);
    await sql.run('update client set screening_hold = true where id = $1', [client.clientId]);
    expect((await release()).errors[0]).toMatchObject({ code: 'client_screened' });
    await sql.run('update client set screening_hold = false where id = $1', [client.clientId]);
    const again = await release();
    expect((await approve(again.data.approval.id)).errors).toEqual([]);
    expect((await ofDesk(id)).delivery.phase).toBe('shipped');
  });

  test('a release to whoever was charged back meanwhile, or owes something', async () => {
    const id = await allocated();
    const payment = await openPaymentsFixture(app, client).startDeposit(wallet, '100.00');
    const at = app.opened.clock.now();
    const chargeBack = (sql: Sql) => sql.run('update client set charged_back = true where id = $1', [client.clientId]);
    const of = { remittanceId: remittanceId(payment.id), ...owner(), companyId: 3 } as const;
    const owe = (sql: Sql) => insertDebt(sql, { ...of, currency: 'USD', amount: 5n, openedAt: at });
    const meanwhile: readonly (readonly [string, (sql: Sql) => Promise<unknown>])[] = [
      ['outdated', chargeBack],
      ['outdated', owe],
      ['done', async () => undefined],
    ];
    const { sql: owned } = app.owner;
    const refused = async () => (await decide(id, { action: 'release', carrier: 'Loomis', tracking: 'LX-9' })).errors[0]?.code;
    await chargeBack(owned);
    expect(await refused()).toBe('client_charged_back');
    await owned.run('update client set charged_back = false where id = $1', [client.clientId]);
    await owe(owned);
    expect(await refused()).toBe('client_owes');
    // As it was before: no debt is ever taken away but by its payment.
    await owned.run('alter table client_debt disable trigger user');
    await owned.run('delete from client_debt where client_id = $1', [client.clientId]);
    await owned.run('alter table client_debt enable trigger user');
    for (const [outcome, happens] of meanwhile) {
      const undone = new Error('undone');
      const released = app.owner.transact(async (sql) => {
        await happens(sql);
        const payload = { id, carrier: 'Loomis', tracking: 'LX-9' };
        const by = { askedBy: 'finance', approvedBy: 'admin', reason, now: at };
        const approved = { id: 1, subject: `gold_delivery:${id}`, payload, before: null, ...by };
        expect(await performer(app.opened.app).perform(sql, approved)).toBe(outcome);
        throw undone;
      });
      await expect(released).rejects.toBe(undone);
    }
    await decide(id, { action: 'cancel' });
  });
});
