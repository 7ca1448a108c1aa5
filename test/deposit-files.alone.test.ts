import { readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { messageTopic } from '../src/areas/payments/movements.ts';
import type { Intent } from '../src/ledger/book.ts';
import type { TestApp } from '../src/server/testing/app.ts';
import type { BookFixture } from '../src/server/testing/bookFixture.ts';
import { openCounter, referenceOf, runOf, type PaymentsFixture } from '../src/server/testing/paymentsFixture.ts';

/* How much a newcomer has to read to follow a card deposit: what runs of it, as V8 counts it, and not what could. */

const root = path.dirname(import.meta.dirname);
const most = 25;

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let wallet: number;

beforeAll(async () => {
  ({ app, books, payments, wallet } = await openCounter('ng.active', { dollars: '0', wallet: '0' }));
  // Nobody does anything else meanwhile: what the worker would do for it is done here by name.
  await app.opened.worker?.close();
  // What is new of the client is told with the next answer, whatever that is about.
  await payments.get('api/client_info');
});
afterAll(async () => app.close());

test('a card deposit runs through few files of areas, ledger and ports, and ARCHITECTURE.md names them', async () => {
  // What has its own time in the process may fall into one of them; what a deposit needs runs in each.
  const of = [await filesOfDeposit(), await filesOfDeposit(), await filesOfDeposit()];
  expect(await books.inLedger(wallet)).toBe('450.00');
  const [first = [], ...others] = of;
  const ran = first.filter((file) => others.every((other) => other.includes(file)));
  expect(ran).toEqual(named());
  expect(ran.length).toBeLessThanOrEqual(most);
});

async function filesOfDeposit(): Promise<string[]> {
  return filesRunBy(async () => {
    const asked = await payments.askDeposit(wallet, '150.00');
    const saved = await payments.save(asked.data.remittance_id);
    expect(saved.data).toMatchObject({ status: 'waiting_payment' });
    const reference = await referenceOf(app, saved.data.transfer_id);
    await books.decide(reference, 'approved');
    await handleMessage(reference);
  });
}

/** What the worker does with the provider's notification. */
async function handleMessage(reference: string): Promise<void> {
  const payload = await vi.waitFor(
    () =>
      app.owner.sql.one<{ payload: Record<string, unknown> }>(
        `select payload from outbox where topic = $1 and payload ->> 'reference' = $2 order by id limit 1`,
        [messageTopic, reference],
      ),
    { timeout: 30_000 },
  );
  const job = app.opened.areas.jobs.map(({ on }) => on?.[messageTopic]).find((each) => each !== undefined);
  if (!job) throw new Error('nobody listens to what providers say');
  const stale = async () => undefined;
  const event = { id: 1n, topic: messageTopic, clientId: undefined, attempts: 1, ...payload };
  await job(event, { ...runOf(app), now: app.opened.clock.now(), stale });
}

/** The files of areas, ledger and ports of which a function ran until the posting, by their paths below `src/`. */
async function filesRunBy(act: () => Promise<void>): Promise<string[]> {
  const session = new Session();
  session.connect();
  const { book } = app.opened.app;
  const { submit } = book;
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const posted = Promise.withResolvers<Profiler.TakePreciseCoverageReturnType>();
    const takeAfter = async (intent: Intent) => {
      const outcome = await submit(intent);
      posted.resolve(await session.post('Profiler.takePreciseCoverage'));
      return outcome;
    };
    Object.assign(book, { submit: takeAfter });
    await act();
    const { result } = await posted.promise;
    const ran = result.filter(({ functions }) => functions.some(isRun)).map(({ url }) => url);
    const ours = ran.flatMap((url) => /\/src\/((?:areas|ledger|ports)\/.+\.ts)$/.exec(url)?.[1] ?? []);
    return [...new Set(ours)].filter((file) => !file.endsWith('.test.ts')).toSorted();
  } finally {
    Object.assign(book, { submit });
    session.disconnect();
  }
}

/** A function with a name; those without are the test runner's, which hand on what a file exports. */
function isRun({ functionName, ranges }: Profiler.FunctionCoverage): boolean {
  return functionName !== '' && (ranges[0]?.count ?? 0) > 0;
}

/** The list below the heading of ARCHITECTURE.md. */
function named(): string[] {
  const text = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8');
  const section = text.split('\n## The way of a card deposit\n')[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `([^`]+\.ts)`/gm)].map((match) => match[1] ?? '').toSorted();
}
