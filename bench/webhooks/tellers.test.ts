import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { payoutsOnly, tellers } from './tellers.ts';

// `test/operate.test.ts` holds this page to what is served.
const page = readFileSync(path.join(import.meta.dirname, '../../docs/operate/services.md'), 'utf8');

test('the drill has everybody tell who writes to us', () => {
  const doors = [...page.matchAll(/^\| `(\/api\/webhooks\/[\w/]+)` /gm)].map(([, door]) => door);
  expect([...tellers.map(({ door }) => door), payoutsOnly].toSorted()).toEqual(doors.toSorted());
});
