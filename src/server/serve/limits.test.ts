import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFloodGate } from './limits.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';

let app: TestDatabase;
let now = Date.UTC(2026, 2, 2, 10, 0, 0);
const limit = { count: 3, seconds: 60 };

beforeAll(async () => {
  app = await openTestDatabase();
});
afterAll(() => app.close());

const open = () => openFloodGate(app.database, () => now);

test('a flood from very many places does not set the count of a place back that floods now', () => {
  const gate = open();
  for (let index = 0; index < 49_999; index += 1) gate.check(`place-${index}`, limit);
  for (let count = 0; count < 3; count += 1) expect(gate.check('flooding', limit).allowed).toBe(true);
  for (let index = 0; index < 1000; index += 1) gate.check(`other-${index}`, limit);
  expect(gate.check('flooding', limit)).toEqual({ allowed: false, retryAfterSeconds: 60 });
});

test('what two machines count is one count, and begins anew with its window', async () => {
  const [first, second] = [open(), open()];
  for (const gate of [first, second]) for (let count = 0; count < 2; count += 1) gate.check('shared', limit);
  await Promise.all([first.flush(), second.flush()]);
  first.check('shared', limit);
  await first.flush();
  expect(first.check('shared', limit).allowed).toBe(false);
  now += 60_000;
  expect(first.check('shared', limit).allowed).toBe(true);
});

test('machines that flush the same places in another order do not stand in each other’s way', async () => {
  const gates = [open(), open()];
  const places = Array.from({ length: 2000 }, (_, index) => `row-${index}`);
  for (let round = 0; round < 5; round += 1) {
    for (const place of places) gates[0]?.check(place, limit);
    for (const place of places.toReversed()) gates[1]?.check(place, limit);
    await Promise.all(gates.map((gate) => gate.flush()));
    now += 60_000;
  }
  expect(await app.database.sql.one(`select sum(count)::integer as counted from rate_window where key like 'row-%'`)).toEqual({
    counted: 5 * 2 * 2000,
  });
});

test('what is over does not keep the rest from being counted', async () => {
  const gate = open();
  gate.check('lasting-0', limit);
  gate.check('short-lived', { count: 3, seconds: 1 });
  // Heard of again: what is over is now what was not heard of for longest.
  for (let index = 0; index < 5; index += 1) gate.check(`lasting-${index}`, limit);
  now += 1000;
  await gate.flush();
  expect(
    await app.database.sql.one(
      `select count(*)::integer as places, sum(count)::integer as counted from rate_window where key like 'lasting-%'`,
    ),
  ).toEqual({ places: 5, counted: 6 });
});

test('of very many places that ask little each none leaves a row, and one that asks more is counted over every machine', async () => {
  const wide = { count: 1000, seconds: 60 };
  const [first, second] = [open(), open()];
  for (let index = 0; index < 5000; index += 1) first.check(`little-${index}`, wide);
  for (const gate of [first, second]) for (let count = 0; count < 600; count += 1) gate.check('little-and-more', wide);
  for (const gate of [first, second, first]) await gate.flush();
  expect(await app.database.sql.many(`select key, count from rate_window where key like 'little-%'`)).toEqual([
    { key: 'little-and-more', count: 1200 },
  ]);
  first.check('little-and-more', wide);
  await first.flush();
  expect(first.check('little-and-more', wide).allowed).toBe(false);
});
