import { afterEach, expect, test, vi } from 'vitest';
import { openWords } from './words.ts';

afterEach(() => void vi.useRealTimers());

test('sentences that do not come are given up after ten seconds, and asked for again the next time', async () => {
  vi.useFakeTimers();
  const asked: string[] = [];
  const answers = [new Promise<never>(() => undefined), Promise.resolve({ 'history.title': 'History' })];
  const words = openWords('en', async (language, area) => {
    asked.push(`${language}/${area}`);
    return answers.shift() ?? {};
  });
  const failure = words.load(['transfers']).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failure).toMatchObject({ kind: 'offline' });
  await words.load(['transfers']);
  expect(words.t('history.title')).toBe('History');
  await words.load(['transfers']);
  expect(asked).toEqual(['en/transfers', 'en/transfers']);
});
