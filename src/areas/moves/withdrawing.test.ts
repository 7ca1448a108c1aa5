import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { openBookFixture, type BookFixture } from '../../server/testing/bookFixture.ts';
import { openMarkets } from '../../server/testing/dealer.ts';
import { pinSentTo } from '../../server/testing/telling.ts';

/* Saying no to a move, while it is asked for and while it may be made; and not in any other phase. */

let app: TestApp;
let books: BookFixture;
let compliance: StaffSignedIn;
beforeAll(async () => {
  app = await openTestApp();
  books = await openBookFixture(app);
  await openMarkets(app);
  compliance = await app.signInStaff('compliance');
});
afterAll(() => app.close());

const own = 'api/direct/migrate-to-another-company';
const get = (as: SignedIn, path: string) => app.call({ method: 'GET', path, as });
const post = (as: SignedIn, path: string, body: object = {}) => app.call({ method: 'POST', path, as, body });
const act = (as: SignedIn, action: string, more: object = {}) =>
  post(as, 'api/direct/forextime/clients/migrate', { action, ...more });
const withdraw = (as: SignedIn) => post(as, own, { action: 'withdraw' });
const stand = async (as: SignedIn) => (await get(as, own)).data.direct;
const opening = async (as: SignedIn) => (await get(as, 'api/client_info')).data.gates.open_live_account?.code ?? 'open';
const codesOf = ({ errors }: Awaited<ReturnType<typeof post>>): string[] => errors.map(({ code }: { code: string }) => code);

const told = {
  residence_country: 'MY',
  birth_date: '1980-05-01',
  place_of_birth: 'CY',
  account: 'standard',
  currency: 'USD',
  leverage: '100',
  traded_system_experience: ['forex'],
  traded_experience: '2',
  number_of_trades: '1',
  annual_volume: '1',
  tax_residency: 'DE',
  tax_id: '12345678901',
  experience_risk: '1_1',
};

/** Asks for the move to the global company, which signs out, and signs in again. */
async function asked(name: string): Promise<SignedIn> {
  const answer = await act(await app.signIn(name), 'migrate', told);
  expect(answer.errors).toEqual([]);
  return app.signIn(name);
}

/** What the desk's queue has of a client's move: its number, or none. */
async function waiting({ clientId }: SignedIn): Promise<number | undefined> {
  const { items } = (await app.call({ method: 'GET', path: '/api/desk/queues/moves', as: compliance })).data;
  const found = items.find((item: { client_id: number }) => item.client_id === clientId);
  return found && Number(found.subject.split(':')[1]);
}

const decide = (id: number | undefined, decision: 'approved' | 'declined') =>
  app.call({
    method: 'POST',
    path: `/api/desk/moves/${id}`,
    as: compliance,
    body: { decision, reason: 'As it was seen.', ...(decision === 'declined' && { reason_code: 'suspicion' }) },
  });

/** What the audit shows the desk of a client's moves, the latest first. */
async function audited({ clientId }: SignedIn): Promise<unknown[]> {
  const admin = await app.signInStaff('admin');
  const path = `/api/desk/audit?client_id=${clientId}&action=company_move.withdraw`;
  const { events } = (await app.call({ method: 'GET', path, as: admin })).data;
  return events.map(({ actor, detail }: { actor: string; detail: object }) => ({ actor, ...detail }));
}

const phases = async ({ clientId }: SignedIn): Promise<string[]> =>
  (
    await app.owner.sql.many<{ phase: string }>('select phase from company_move where client_id = $1 order by id', [clientId])
  ).map(({ phase }) => phase);

async function lives(as: SignedIn, country: string): Promise<void> {
  await app.owner.sql.run('update client set country = $2, version = version + 1 where id = $1', [as.clientId, country]);
  app.opened.app.sessions.forgetClient(as.clientId);
}

test('one that was asked for is taken back: the desk has nothing to decide any more, and it may be asked for again', async () => {
  const client = await asked('eu.active');
  expect(await stand(client)).toMatchObject({ stays_with: 1, move: { status: 'asked', company: 3 } });
  const first = await waiting(client);
  expect(first).toBeDefined();
  const answer = await withdraw(client);
  expect([answer.errors, answer.data?.direct]).toEqual([[], { status: 'none' }]);
  expect(await waiting(client)).toBeUndefined();
  expect(codesOf(await decide(first, 'approved'))).toEqual(['not_waiting']);
  const read = await app.call({ method: 'GET', path: `/api/desk/moves/${first}`, as: compliance });
  expect(read.data.move).toMatchObject({ phase: 'withdrawn', from: 1, to: 3 });
  expect(await audited(client)).toEqual([{ actor: String(client.clientId), from: 1, to: 3, phase: 'asked' }]);
  expect([await stand(client), await opening(client)]).toMatchObject([{ stays_with: null, move: { status: 'none' } }, 'open']);
  expect(codesOf(await withdraw(client))).toEqual(['no_move_to_withdraw']);

  const again = await asked('eu.active');
  expect(await waiting(again)).toBeGreaterThan(first ?? 0);
  expect((await withdraw(again)).errors).toEqual([]);
});

test('one that may be made is withdrawn, with the terms agreed to or not: accounts are opened again', async () => {
  const client = await asked('eu.pro');
  expect((await decide(await waiting(client), 'approved')).errors).toEqual([]);
  expect([await stand(client), await opening(client)]).toMatchObject([
    { stays_with: 1, route: 'ftg', move: { status: 'open' } },
    'company_move_open',
  ]);
  const notice = async () =>
    app.owner.sql.many<{ isOpen: boolean }>(
      `select closed_at is null as "isOpen" from notice where client_id = $1 and type = 'company_move_offered' order by id`,
      [client.clientId],
    );
  expect(await notice()).toEqual([{ isOpen: true }]);
  expect((await act(client, 'accept_ftg_terms', { is_terms_agreed: true })).errors).toEqual([]);
  expect((await act(client, 'approve_ftg_movement')).errors).toEqual([]);
  expect((await withdraw(client)).errors).toEqual([]);
  expect([await notice(), await phases(client)]).toEqual([[{ isOpen: false }], ['withdrawn']]);
  // Nothing of what was agreed to is left, and residence asks for no move: there is nothing to go on with.
  expect([await stand(client), await opening(client)]).toMatchObject([
    { available: false, route: null, stays_with: null, move: { status: 'none', is_terms_agreed: false } },
    'open',
  ]);
  expect(codesOf(await act(client, 'approve_ftg_movement'))).toEqual(['company_move_not_offered']);
  expect(codesOf(await post(client, 'api/direct/batch-b2b-transfer/sendpin'))).toEqual(['company_move_not_offered']);
  await books.account(client, 'standard', { currency: 'EUR', amount: '10.00' });
  expect(await audited(client)).toEqual([{ actor: String(client.clientId), from: 1, to: 3, phase: 'offered' }]);
});

test('who belongs elsewhere by residence may say no too, and is asked to agree anew', async () => {
  const client = await app.signIn('uk.active');
  await lives(client, 'ZA');
  // Nothing has been begun yet that could be withdrawn.
  expect(await stand(client)).toMatchObject({ route: 'ftg', stays_with: null, move: { status: 'open' } });
  expect(codesOf(await withdraw(client))).toEqual(['no_move_to_withdraw']);
  await act(client, 'accept_ftg_terms', { is_terms_agreed: true });
  await act(client, 'approve_ftg_movement');
  expect([await stand(client), await opening(client)]).toMatchObject([{ stays_with: 4 }, 'company_move_open']);
  expect((await withdraw(client)).errors).toEqual([]);
  expect([await stand(client), await opening(client)]).toMatchObject([
    { route: 'ftg', stays_with: null, move: { status: 'open', is_terms_agreed: false, is_approved: false } },
    'open',
  ]);
  expect(codesOf(await act(client, 'approve_ftg_movement'))).toEqual(['terms_not_accepted']);
});

describe('in any other phase it is refused, and nothing changes:', () => {
  test.each([
    ['declined', null, 'no_move_to_withdraw'],
    ['withdrawn', null, 'no_move_to_withdraw'],
    ['given_up', 'open', 'no_move_to_withdraw'],
    ['moved', null, 'no_move_to_withdraw'],
    ['moving', 'under_way', 'company_move_begun'],
    ['returning', 'under_way', 'company_move_begun'],
  ])('%s', async (phase, gate, code) => {
    const client = await app.signIn('eu.lead');
    const { id } = await app.owner.sql.one<{ id: number }>(
      `insert into company_move (client_id, from_company, to_company, phase, country, terms_version, approved_at, begun_at, moved_at, ended_at, created_at)
       values ($1, 1, 3, $2, 'MY', 1, now(), case when $2 in ('given_up', 'moved', 'moving', 'returning') then now() end, case when $2 = 'moved' then now() end,
         case when $2 not in ('moving', 'returning') then now() end, now()) returning id`,
      [client.clientId, phase],
    );
    await app.owner.sql.run('update client set move_state = $2, version = version + 1 where id = $1', [client.clientId, gate]);
    app.opened.app.sessions.forgetClient(client.clientId);
    expect(codesOf(await withdraw(client))).toEqual([code]);
    const after = await app.owner.sql.one(
      'select m.phase, c.move_state as gate from company_move m join client c on c.id = m.client_id where m.id = $1',
      [id],
    );
    expect(after).toEqual({ phase, gate });
    await app.owner.sql.run('delete from company_move where id = $1', [id]);
    await app.owner.sql.run('update client set move_state = null, version = version + 1 where id = $1', [client.clientId]);
  });

  test('an action that is none', async () => {
    expect((await post(await app.signIn('eu.lead'), own, { action: 'stay' })).httpStatus).toBe(422);
  });
});

/** Both wait for the client's row, which somebody else has; then one comes after the other, in that order. */
async function oneAfterOther<First, Second>(
  { clientId }: SignedIn,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  let both: Promise<[First, Second]> | undefined;
  const waiters = async () =>
    (
      await app.owner.sql.many(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
      )
    ).length;
  const until = (count: number) => expect.poll(waiters, { timeout: 20_000 }).toBe(count);
  await app.owner.transact(async (sql) => {
    await sql.one('select id from client where id = $1 for no key update', [clientId]);
    const one = first();
    await until(1);
    both = Promise.all([one, second()]);
    await until(2);
  });
  if (!both) throw new Error('neither was asked');
  return both;
}

describe('at the same time as', () => {
  test('the last agreement, which moves it all, exactly one wins, whichever comes first', async () => {
    const client = await app.signIn('uk.active');
    await lives(client, 'ZA');
    await books.account(client, 'standard', { currency: 'USD', amount: '25.00' });
    const ready = async (): Promise<() => ReturnType<typeof post>> => {
      await app.owner.sql.run(`update challenge set created_at = created_at - interval '1 hour' where subject = $1`, [
        `client:${client.clientId}`,
      ]);
      await act(client, 'accept_ftg_terms', { is_terms_agreed: true });
      await act(client, 'approve_ftg_movement');
      expect((await post(client, 'api/direct/batch-b2b-transfer/sendpin')).errors).toEqual([]);
      const pin = await pinSentTo(app, 'uk.active@atrium.test');
      return () => post(client, 'api/direct/batch-b2b-transfer/process', { pin });
    };
    const [no, late] = await oneAfterOther(client, () => withdraw(client), await ready());
    expect([codesOf(no), codesOf(late)]).toEqual([[], ['company_move_not_offered']]);
    expect([(await phases(client)).at(-1), await opening(client)]).toEqual(['withdrawn', 'open']);

    const [yes, tooLate] = await oneAfterOther(client, await ready(), () => withdraw(client));
    expect([codesOf(yes), codesOf(tooLate)]).toEqual([[], ['company_move_begun']]);
    expect(yes.data.direct.status).toBe('moved');
    expect((await phases(client)).at(-1)).toBe('moved');
    expect((await get(client, 'api/client_info')).data).toMatchObject({ company_id: 3 });
    expect(await books.faults()).toEqual([]);
  });

  test('the agreement to the terms, nothing of it is left behind', async () => {
    const client = await asked('eu.active');
    expect((await decide(await waiting(client), 'approved')).errors).toEqual([]);
    const agree = () => act(client, 'accept_ftg_terms', { is_terms_agreed: true });
    const [no, late] = await oneAfterOther(client, () => withdraw(client), agree);
    expect([codesOf(no), codesOf(late)]).toEqual([[], ['company_move_not_offered']]);
    expect([(await phases(client)).at(-1), await opening(client)]).toEqual(['withdrawn', 'open']);
  });

  test('the desk’s decision, exactly one wins, whichever comes first', async () => {
    const client = await asked('eu.active');
    const id = await waiting(client);
    const [no, late] = await oneAfterOther(
      client,
      () => withdraw(client),
      () => decide(id, 'approved'),
    );
    expect([codesOf(no), codesOf(late)]).toEqual([[], ['not_waiting']]);
    expect([(await phases(client)).at(-1), await opening(client)]).toEqual(['withdrawn', 'open']);

    const again = await asked('eu.active');
    const next = await waiting(again);
    const [declined, tooLate] = await oneAfterOther(
      again,
      () => decide(next, 'declined'),
      () => withdraw(again),
    );
    expect([codesOf(declined), codesOf(tooLate)]).toEqual([[], ['no_move_to_withdraw']]);
    expect((await phases(again)).at(-1)).toBe('declined');
  });
});
