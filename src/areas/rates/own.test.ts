import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';

/* The broker's own rates at the desk: asked for by one person, agreed to by another, and counted from then on. */

let app: TestApp;
let finance: StaffSignedIn;
let admin: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  await app.opened.worker?.sweep('reference-rates');
  finance = await app.signInStaff('finance');
  admin = await app.signInStaff('admin');
});
afterAll(() => app.close());

const reason = 'the central bank has moved it';
const own = async () => (await app.call({ method: 'GET', path: '/api/desk/rates', as: finance })).data;
const set = (body: object) => app.call({ method: 'POST', path: '/api/desk/rates', body: { reason, ...body }, as: finance });
const decide = (id: number, as: StaffSignedIn) =>
  app.call({ method: 'POST', path: `/api/desk/approvals/${id}`, body: { decision: 'approve', reason }, as });
interface Line {
  readonly currency: string;
  readonly rate: string;
  readonly withdraw: string;
}
const naira = ({ own_rates: rates }: { own_rates: Line[] }) => rates.find(({ currency }) => currency === 'NGN');

test('another rate counts once a second person has agreed, with its margin, and its version is kept', async () => {
  const before = naira(await own());
  const wanted = (Number(before?.rate) * 1.1).toFixed(2);
  const asked = await set({ currency: 'NGN', rate: wanted });
  expect(asked.data.approval).toMatchObject({ kind: 'money', asked_by: 'finance' });
  expect(naira(await own())).toEqual(before);
  const trail = await app.call({ method: 'GET', path: '/api/desk/audit?action=rate.ask', as: admin });
  // What was only asked for is not told as done.
  expect(trail.data.events[0]).toMatchObject({ detail: { asked_for: { rate: expect.any(String) } } });
  expect(trail.data.events[0].after).toEqual(trail.data.events[0].before);
  expect((await decide(asked.data.approval.id, finance)).errors).toMatchObject([{ code: 'own_approval' }]);
  expect((await decide(asked.data.approval.id, admin)).errors).toEqual([]);
  const told = await own();
  expect(Number(naira(told)?.rate)).toBeCloseTo(Number(wanted), 2);
  const margin = 1 - told.margins.withdraw / 10_000;
  expect(Number(naira(told)?.withdraw)).toBeCloseTo(Number(wanted) * margin, 2);
  expect(told.versions[0]).toMatchObject({ currency: 'NGN', author: 'finance' });
  expect(Number(told.versions[0].rate)).toBeCloseTo(Number(wanted), 2);
});

test.each([
  ['wrong_currency', { currency: 'EUR', rate: '1.1' }],
  ['bad_rate', { currency: 'NGN', rate: 'much' }],
  ['bad_rate', { currency: 'NGN', rate: '0' }],
  ['rate_far', { currency: 'NGN', rate: '1' }],
  ['rate_from_past', { currency: 'NGN', rate: '1500', day: '2020-01-01' }],
])('%s is refused at its field and asks nobody', async (code, body) => {
  const before = (await own()).versions.length;
  expect(await set(body)).toMatchObject({ httpStatus: 422, errors: [{ code }] });
  expect((await own()).versions).toHaveLength(before);
});

test('of two that were asked for side by side, the one agreed to last is outdated', async () => {
  const rate = Number(naira(await own())?.rate);
  const [first, second] = [
    await set({ currency: 'NGN', rate: (rate * 1.02).toFixed(2) }),
    await set({ currency: 'NGN', rate: (rate * 1.03).toFixed(2) }),
  ];
  expect((await decide(second.data.approval.id, admin)).errors).toEqual([]);
  const told = await own();
  expect((await decide(first.data.approval.id, admin)).httpStatus).toBe(409);
  expect((await own()).versions).toEqual(told.versions);
  expect(Number(naira(told)?.rate)).toBeCloseTo(rate * 1.03, 1);
});
