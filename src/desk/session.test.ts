import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backgroundHeader } from '../protocol/background.ts';
import { openDeskSession } from './session.ts';

const me = { staff_id: 7, name: 'Amina', email: 'a@b.test', role: 'agent', rights: [], approves: [], token: 't' };
let asked: { path: string; isBackground: boolean }[];
let status: number;
let moved: () => void;
let nowMs: number;

beforeEach(() => {
  [asked, status, nowMs] = [[], 200, 0];
  vi.stubGlobal('location', new URL('http://desk.test/desk'));
  vi.stubGlobal('addEventListener', (sign: string, listener: () => void) => {
    if (sign === 'pointermove') moved = listener;
  });
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  vi.stubGlobal('fetch', async ({ url, headers }: Request) => {
    asked.push({ path: new URL(url).pathname, isBackground: headers.has(backgroundHeader) });
    return Response.json({ success: status === 200, status_code: status, data: me, errors: [] }, { status });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('whoever reads a long case and moves at the screen uses the session, once a minute, and whoever is away does not', async () => {
  const session = openDeskSession({ queries: new QueryClient() });
  await session.arrive();
  asked = [];
  for (let minute = 1; minute <= 3; minute += 1) {
    nowMs = minute * 60_000;
    moved();
    moved();
  }
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  expect(asked).toEqual(Array.from({ length: 3 }, () => ({ path: '/api/desk/me', isBackground: false })));
  // Nobody is there.
  nowMs = 10 * 60_000;
  await session.api.send({ method: 'GET', path: '/api/desk/queues' }, {});
  expect(asked.at(-1)).toEqual({ path: '/api/desk/queues', isBackground: true });
});

test('a session that has ended meanwhile locks the page at the next movement, and none is used behind the lock', async () => {
  const session = openDeskSession({ queries: new QueryClient() });
  await session.arrive();
  status = 401;
  asked = [];
  nowMs = 60_000;
  moved();
  await vi.waitFor(() => expect(session.lock.isShut()).toBe(true));
  nowMs = 120_000;
  moved();
  expect(asked).toHaveLength(1);
});
