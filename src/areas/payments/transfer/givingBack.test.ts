import { type RemittanceId } from '../../../base/id.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PlatformKey } from '../../../law/platforms.ts';
import type { Platform } from '../../../ports/platform/port.ts';
import type { TestApp } from '../../../server/testing/app.ts';
import type { BookFixture } from '../../../server/testing/bookFixture.ts';
import { engineBeside, openCounter, runOf, type PaymentsFixture } from '../../../server/testing/paymentsFixture.ts';
import { finishOperation, operationTagged } from '../../platformOperations/face.ts';
import { openEngine } from '../engine.ts';
import { tagOf } from '../rules.ts';
import { changePhase, remittanceOf } from '../store.ts';

/* What staff declines goes back to where it was, whether or not its platform had let it go. */

let app: TestApp;
let books: BookFixture;
let payments: PaymentsFixture;
let dollars: number;
let wallet: number;

beforeAll(async () => {
  ({ app, books, payments, dollars, wallet } = await openCounter('ng.active', { dollars: '100.00', wallet: '50.00' }));
});
afterAll(async () => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const holdings = async () => ({
  onPlatform: await books.onPlatform(dollars),
  inLedger: await books.inLedger(dollars),
  wallet: await books.inLedger(wallet),
});

/** A transfer out of the account that waits for staff. */
async function waiting(amount: string, isDebited: boolean): Promise<RemittanceId> {
  const id = await payments.confirmed(dollars, wallet, amount);
  await payments.hold(id);
  await app.owner.sql.run(`delete from outbox where topic = 'remittance.drive'`);
  if (isDebited) await debit(id);
  const transition = { id, from: 'held', to: 'awaiting_approval', stage: 'awaiting_approval' } as const;
  await app.database.transact(async (sql) => expect(await changePhase(sql, transition, app.opened.clock.now())).toBe(true));
  return id;
}

/** Its platform has let the money go, and what follows from that is not posted. */
async function debit(id: RemittanceId): Promise<void> {
  const { book } = app.opened.app;
  const submit = async (): Promise<never> => {
    throw new Error('not posted');
  };
  const dying = openEngine({ ...app.opened.app, book: { ...book, submit } });
  await expect(dying.drive(runOf(app), id)).rejects.toThrow('not posted');
  const row = await remittanceOf(app.database.sql, id);
  const tag = tagOf(row?.reference ?? '', 'debit');
  await finishOperation(app.database.sql, { tag, ticket: await ticketOf(tag) });
  expect(await operationTagged(app.database.sql, tag)).toMatchObject({ state: 'done' });
}

/** Of the deal itself: one of another ticket under its tag would count as a second one, and be taken back. */
async function ticketOf(tag: string): Promise<string> {
  const { platform, amount } = await app.owner.sql.one<{ platform: PlatformKey; amount: bigint }>(
    'select platform, amount from platform_operation where tag = $1',
    [tag],
  );
  const search = { login: dollars, tag, since: app.opened.clock.now(), expected: { kind: 'balance', amount } as const };
  const found = await app.opened.app.platforms[platform].findByTag(search);
  const [deal] = found.outcome === 'done' ? found.deals : [];
  if (!deal) throw new Error(`the platform has no deal under ${tag}`);
  return deal.ticket;
}

const codes = async (id: RemittanceId) =>
  (await payments.detailsOf(id)).timeline.map(({ code }: { readonly code: string }) => code);

test('before its platform was asked it is released, and the platform knows nothing of it', async () => {
  const before = await holdings();
  const id = await waiting('11.00', false);
  expect(await openEngine(app.opened.app).decline(runOf(app), id)).toMatchObject({
    phase: 'declined',
    reason: 'approval_declined',
  });
  expect(await holdings()).toEqual(before);
  expect(await codes(id)).toEqual(['held', 'awaiting_approval', 'declined']);
});

test('after its platform has let it go it goes back there, once', async () => {
  const before = await holdings();
  const id = await waiting('12.00', true);
  expect(Number(await books.onPlatform(dollars))).toBeCloseTo(Number(before.onPlatform) - 12);
  const engine = openEngine(app.opened.app);
  const answers = await Promise.all([engine.decline(runOf(app), id), engine.decline(runOf(app), id)]);
  for (const answer of answers) expect(answer).toMatchObject({ phase: 'declined' });
  expect(await engine.decline(runOf(app), id)).toMatchObject({ phase: 'declined' });
  expect(await holdings()).toEqual(before);
  expect(await codes(id)).toEqual(['held', 'awaiting_approval', 'giving_back', 'declined']);
});

test('and that the platform will not take back is in the wallet', async () => {
  const before = await holdings();
  const id = await waiting('13.00', true);
  const balanceOperation: Platform['balanceOperation'] = async () => ({
    outcome: 'refused',
    code: 'account_disabled',
    message: 'told by the test',
  });
  expect(await engineBeside(app, { balanceOperation }).decline(runOf(app), id)).toMatchObject({ phase: 'declined' });
  expect(Number((await holdings()).wallet)).toBeCloseTo(Number(before.wallet) + 13);
  expect(await codes(id)).toEqual(['held', 'awaiting_approval', 'giving_back', 'returned_to_wallet']);
});
