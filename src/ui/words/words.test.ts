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
  const failure = words.load(['history']).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failure).toMatchObject({ kind: 'offline' });
  await words.load(['history']);
  expect(words.t('history.title')).toBe('History');
  await words.load(['history']);
  expect(asked).toEqual(['en/history', 'en/history']);
});
