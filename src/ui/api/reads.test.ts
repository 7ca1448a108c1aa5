import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dashboardContract } from '../../areas/dashboard/contract.ts';
import { CallFailure } from './failure.ts';
import { openQueries, readAhead, readKey } from './reads.ts';
import type { Api } from './send.ts';

const { dashboard } = dashboardContract.calls;

/** A server that answers everything alike, and how often it was asked. */
function serverOf(answer: () => Promise<unknown>) {
  let asked = 0;
  const send = (): Promise<unknown> => {
    asked += 1;
    return answer();
  };
  return { api: { send } as Api, asked: () => asked };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what a screen begins with is there when it is drawn, and not asked for a second time', async () => {
  const queries = openQueries();
  const server = serverOf(async () => ({ total: '250.00' }));
  await readAhead(queries, server.api, dashboard);
  await readAhead(queries, server.api, dashboard);
  expect(queries.getQueryData(readKey(dashboard, {}))).toEqual({ total: '250.00' });
  expect(server.asked()).toBe(1);
});

test('an answer that does not come holds no screen up', async () => {
  const silent = serverOf(() => new Promise(() => undefined));
  const ahead = readAhead(openQueries(), silent.api, dashboard);
  await vi.advanceTimersByTimeAsync(600);
  await expect(ahead).resolves.toBeUndefined();
});

test('without a network everything fails at once: nothing waits to be sent when nobody presses any more', async () => {
  onlineManager.setOnline(false);
  try {
    const queries = openQueries();
    const offline = new CallFailure({ kind: 'offline', status: 0 });
    const server = serverOf(() => Promise.reject(offline));
    const options = queries.defaultMutationOptions({ mutationFn: () => server.api.send(dashboard, {}) });
    await expect(queries.getMutationCache().build(queries, options).execute(undefined)).rejects.toBe(offline);
    expect(server.asked()).toBe(1);
    const read = queries.fetchQuery({ queryKey: ['x'], retry: false, queryFn: () => server.api.send(dashboard, {}) });
    await expect(read).rejects.toBe(offline);
    expect(queries.getDefaultOptions().queries?.refetchOnReconnect).toBe(true);
  } finally {
    onlineManager.setOnline(true);
  }
});

test('a refusal is left to the screen, which asks again and tells it', async () => {
  const queries = openQueries();
  const server = serverOf(() => Promise.reject(new Error('refused')));
  await readAhead(queries, server.api, dashboard);
  expect(server.asked()).toBe(1);
  expect(queries.getQueryData(readKey(dashboard, {}))).toBeUndefined();
});
