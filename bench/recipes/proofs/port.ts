import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../src/server/testing/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('every area can ask to be handed it', () => {
  expect(app.opened.app).toHaveProperty('watchlist.look');
});
