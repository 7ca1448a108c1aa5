import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isScreeningAwaited } from './face.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';

let app: TestApp;
let compliance: StaffSignedIn;
let admin: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  [compliance, admin] = [await app.signInStaff('compliance'), await app.signInStaff('admin')];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.owner.sql.run('delete from desk_case where queue = $1', ['screening']);
  await app.owner.sql.run('delete from screening_hit');
  await app.owner.sql.run('update client set screening_hold = false where screening_hold');
  await readLists();
});

const sweep = async (name: string) => app.opened.worker?.sweep(name);
async function readLists(): Promise<void> {
  await app.owner.sql.run(`update watchlist set checked_at = '2000-01-01'`);
  await sweep('screening.lists');
  // Until all clients were compared with all of it.
  for (let left = 1; left > 0;) {
    await sweep('screening.entries');
    await sweep('screening.clients');
    const row = await app.owner.sql.one<{ left: number }>(
      `select (select count(*) from watchlist_version where screened_at is null)::integer + (select count(*) from screening_due)::integer as left`,
    );
    left = row.left;
  }
}
const publish = async (list: string, body: object) =>
  expect(await app.call({ method: 'POST', path: `/sandbox/watchlists/${list}`, body })).toMatchObject({ httpStatus: 200 });
const rename = (as: Pick<SignedIn, 'clientId'>, first: string, last: string) =>
  app.owner.sql.run('update client set first_name = $2, last_name = $3 where id = $1', [as.clientId, first, last]);
const desk = (path: string, as: StaffSignedIn = compliance) => app.call({ method: 'GET', path: `/api/desk/${path}`, as });
const gatesOf = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client_info', as })).data.gates;
const statusOf = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client_info', as })).data.status_id;
const hitsOf = async ({ clientId }: Pick<SignedIn, 'clientId'>) => (await desk(`clients/${clientId}/screening`)).data.hits;
async function onlyHit(as: Pick<SignedIn, 'clientId'>): Promise<number> {
  const open = (await hitsOf(as)).filter(({ status }: { status: string }) => status === 'open');
  expect(open).toHaveLength(1);
  return open[0].id;
}
const decide = (id: number, body: object, as = compliance) =>
  app.call({ method: 'POST', path: `/api/desk/screening/${id}`, body: { reason: 'As the papers say.', ...body }, as });
const second = { decision: 'approve', reason: 'Looked at too.' };
const agree = (approval: number, as: StaffSignedIn) =>
  app.call({ method: 'POST', path: `/api/desk/approvals/${approval}`, body: second, as });

test('the lists are read, told of at the desk, and name nobody of the seeds', async () => {
  const { lists } = (await desk('screening')).data;
  const entries = Object.fromEntries(lists.map((each: { list: string; entries: number }) => [each.list, each.entries]));
  expect(entries).toMatchObject({ 'ofac-sdn': 3, peps: 2, 'eu-sanctions': 2 });
  expect(lists.flatMap(({ failure }: { failure: string | null }) => failure ?? [])).toEqual([]);
  expect(await app.owner.sql.many('select id from screening_hit limit 5')).toEqual([]);
});

test('an entry that comes names a client: payments wait with neutral words until the desk says that it is somebody else', async () => {
  const as = await app.signIn('hk.active');
  await rename(as, 'Omar', 'Testanihk');
  await publish('sdn', { key: '501', name: 'Omar Testanihk', country: 'HK' });
  await readLists();
  const id = await onlyHit(as);
  expect((await gatesOf(as)).deposit).toMatchObject({ code: 'payments_paused' });
  const { items } = (await desk('queues/screening')).data;
  expect(items).toMatchObject([{ subject: `screening:${id}`, client_id: as.clientId }]);
  const { hit } = (await desk(`screening/${id}`)).data;
  expect(hit).toMatchObject({
    kind: 'sanctions',
    typed: { names: ['Omar Testanihk'], countries: ['HK'] },
    entry: { names: ['Omar TESTANIHK'], key: '501', reasons: ['SDGT'] },
    factors: { name: { points: 100 }, birth_date: { agreement: 'unknown' }, country: { agreement: 'same' } },
    waits_for_second: false,
  });
  expect(hit.points).toBe(hit.factors.name.points + hit.factors.birth_date.points + hit.factors.country.points);

  expect(await decide(id, { decision: 'false_hit' })).toMatchObject({ errors: [{ code: 'field_required' }] });
  expect(await decide(id, { decision: 'false_hit', reason_code: 'papers_agree' })).toMatchObject({
    errors: [{ code: 'field_required' }],
  });
  const decided = await decide(id, { decision: 'false_hit', reason_code: 'other_birth_date' });
  expect(decided.data).toMatchObject({ approval: null, hit: { status: 'false_hit', decided_by: 'compliance' } });
  expect((await decide(id, { decision: 'true_hit', reason_code: 'papers_agree' })).errors[0]?.code).toBe('not_waiting');
  expect((await gatesOf(as)).deposit?.code).not.toBe('payments_paused');
  expect((await desk('queues/screening')).data.items).toEqual([]);

  // Another file with the same entry asks nothing; an entry or a client that has changed does.
  await publish('sdn', { key: '502', name: 'Nobody Atallhere' });
  await readLists();
  expect(await hitsOf(as)).toHaveLength(1);
  await publish('sdn', { key: '501', name: 'Omar Testanihk', aliases: ['Omar Testani'], country: 'HK' });
  await readLists();
  const anew = await onlyHit(as);
  await decide(anew, { decision: 'false_hit', reason_code: 'other_name' });
  await rename(as, 'Omar K', 'Testanihk');
  await readLists();
  expect(await onlyHit(as)).toBeGreaterThan(anew);
});

test('a true match takes two persons, freezes the client, and is lifted by two', async () => {
  const as = await app.signIn('ng.active');
  await rename(as, 'Ilya', 'Testmatchov');
  await publish('sanctions', { key: 'NK-601', name: 'Илья Тестматчов', country: 'NG' });
  await readLists();
  const id = await onlyHit(as);
  const asked = await decide(id, { decision: 'true_hit', reason_code: 'papers_agree' });
  expect(asked.data).toMatchObject({
    approval: { kind: 'papers', asked_by: 'compliance' },
    hit: { status: 'open', waits_for_second: true },
  });
  expect((await decide(id, { decision: 'true_hit', reason_code: 'papers_agree' })).errors[0]?.code).toBe('waits_for_second');
  expect((await agree(asked.data.approval.id, compliance)).errors[0]?.code).toBe('own_approval');
  expect(await statusOf(as)).toBe(12);
  expect((await agree(asked.data.approval.id, admin)).errors).toEqual([]);
  expect(await statusOf(as)).toBe(14);
  expect((await gatesOf(as)).trade).toMatchObject({ code: 'account_frozen' });
  expect((await gatesOf(as)).close_position).toBeNull();

  const lifting = await decide(id, { decision: 'lift' });
  expect(await statusOf(as)).toBe(14);
  expect((await agree(lifting.data.approval.id, admin)).errors).toEqual([]);
  expect(await statusOf(as)).toBe(12);
  expect((await gatesOf(as)).deposit).toBeNull();
  const actions = (await desk(`audit?client_id=${as.clientId}`)).data.events.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(['screening.hit', 'screening.decide', 'client.status']));
});

test('who is listed again after a hit was lifted or superseded is asked about again', async () => {
  const as = await app.signIn('ng.active');
  await rename(as, 'Ilya', 'Testagainov');
  await publish('sanctions', { key: 'NK-641', name: 'Ilya Testagainov', country: 'NG' });
  await readLists();
  const first = await onlyHit(as);
  await app.owner.sql.run(`update screening_hit set status = 'lifted' where id = $1`, [first]);
  await app.owner.sql.run('insert into screening_due (client_id) values ($1)', [as.clientId]);
  await readLists();
  const second = await onlyHit(as);
  expect(second).toBeGreaterThan(first);
  // Another question takes the place of the second, and the first facts come back.
  await rename(as, 'Ilya K', 'Testagainov');
  await readLists();
  await rename(as, 'Ilya', 'Testagainov');
  await readLists();
  expect(await onlyHit(as)).toBeGreaterThan(second);
});

test('what was agreed to after it was decided otherwise does nothing', async () => {
  const as = await app.signIn('in.gold');
  await rename(as, 'Asha', 'Testlatewala');
  await publish('sdn', { key: '651', name: 'Asha Testlatewala', country: 'IN' });
  await readLists();
  const id = await onlyHit(as);
  const asked = await decide(id, { decision: 'true_hit', reason_code: 'facts_agree' });
  await decide(id, { decision: 'false_hit', reason_code: 'papers_show_other' }, admin);
  expect((await agree(asked.data.approval.id, admin)).errors[0]?.code).toBe('approval_outdated');
  expect(await statusOf(as)).toBe(12);
});

test('a client who froze their own account stays frozen by the broker when their day has passed', async () => {
  const as = await app.signIn('ke.active');
  await rename(as, 'Wanja', 'Testfrostini');
  await app.call({ method: 'POST', path: 'api/security/freeze', body: {}, as });
  await publish('sdn', { key: '671', name: 'Wanja Testfrostini', country: 'KE' });
  await readLists();
  const asked = await decide(await onlyHit(as), { decision: 'true_hit', reason_code: 'client_confirms' });
  await agree(asked.data.approval.id, admin);
  await app.owner.sql.run(`update client_freeze set lifts_at = '2000-01-01' where client_id = $1`, [as.clientId]);
  await sweep('freezing.lift');
  expect(await statusOf(as)).toBe(14);
});

test('who is politically exposed goes on as before while somebody looks', async () => {
  const as = await app.signIn('eu.active');
  await rename(as, 'Anna', 'Testministerou');
  await publish('peps', { key: 'Q777', name: 'Anna Testministerou', country: 'CY' });
  await readLists();
  expect((await hitsOf(as))[0]).toMatchObject({ kind: 'pep', status: 'open' });
  expect((await gatesOf(as)).deposit?.code).not.toBe('payments_paused');
});

test('a new name is compared with all that is on the lists', async () => {
  const as = await app.signIn('uk.active');
  await rename(as, 'Виктор', 'Пробнов');
  await sweep('screening.clients');
  expect((await hitsOf(as))[0]).toMatchObject({ list: 'eu-sanctions', name: 'Viktor Probnov' });
});

test('names and dates of birth of papers are compared once they are approved', async () => {
  const as = await app.signIn('global.active');
  const { sql } = app.owner;
  await rename(as, 'Thabo', 'Testdatumi');
  await sql.run('delete from document where client_id = $1', [as.clientId]);
  await sql.run('delete from screening_due');
  await sql.run(
    `insert into document (client_id, kind, type_id, status, number, is_residence_too, reverse_follows, risks, created_at, via, read_facts)
     values ($1, 'identity', 4, 1, 'P123', false, false, '{}', now(), 'vendor', '{"birthDate":"1975-12-24","name":"VIKTOR PROBNOV"}')`,
    [as.clientId],
  );
  await readLists();
  expect(await hitsOf(as)).toEqual([]);
  await sql.run('update document set status = 2 where client_id = $1', [as.clientId]);
  await sweep('screening.clients');
  expect((await hitsOf(as)).map(({ name }: { name: string }) => name)).toEqual(['Viktor Probnov']);
  const { typed } = (await desk(`screening/${await onlyHit(as)}`)).data.hit;
  expect(typed).toMatchObject({
    names: ['Thabo Testdatumi', 'VIKTOR PROBNOV'],
    birth_dates: expect.arrayContaining(['1975-12-24']),
  });
});

test('a client who cannot be compared stops nobody else, and stays due', async () => {
  const [stuck, other] = [await app.signIn('ng.active'), await app.signIn('hk.active')];
  const { sql } = app.owner;
  expect(stuck.clientId).not.toBe(other.clientId);
  await sql.run(`create function plant_refusal() returns trigger language plpgsql as
    $$ begin if new.client_id = ${stuck.clientId} then raise exception 'planted'; end if; return new; end $$`);
  await sql.run('create trigger plant_refusal before insert on screening_hit for each row execute function plant_refusal()');
  const dueOf = async () =>
    (await sql.many<{ id: number }>('select client_id as id from screening_due limit 100')).map(({ id }) => id);
  try {
    for (const as of [stuck, other]) await rename(as, 'Juma', 'Teststucki');
    await sweep('screening.clients');
    await publish('sdn', { key: '801', name: 'Juma Teststucki' });
    await sql.run(`update watchlist set checked_at = '2000-01-01'`);
    await sweep('screening.lists');
    await sweep('screening.entries');
    expect(await hitsOf(other)).toHaveLength(1);
    expect(await dueOf()).toEqual([stuck.clientId]);
    await rename(other, 'Juma B', 'Teststucki');
    await sweep('screening.clients');
    expect((await hitsOf(other)).map(({ status }: { status: string }) => status)).toEqual(['open', 'superseded']);
    expect(await dueOf()).toEqual([stuck.clientId]);
  } finally {
    await sql.run('drop trigger plant_refusal on screening_hit');
    await sql.run('drop function plant_refusal');
  }
  await readLists();
  expect(await hitsOf(stuck)).toHaveLength(1);
});

test('nothing goes out while a client is still to be compared, or a list was never read', async () => {
  const as = await app.signIn('ng.active');
  const { sql } = app.owner;
  const isAwaited = (lists = ['peps', 'ofac-sdn'], within = sql) => isScreeningAwaited(within, as.clientId, lists);
  await app.owner.transact(async (due) => {
    await due.run('insert into screening_due (client_id) values ($1)', [as.clientId]);
    expect([await isAwaited(), await isAwaited(undefined, due), await isAwaited([], due)]).toEqual([false, true, false]);
  });
  await sweep('screening.clients');
  expect(await isAwaited()).toBe(false);
  await sql.run(`insert into watchlist (list, checked_at) values ('unread', now())`);
  expect([await isAwaited(), await isAwaited(['peps', 'unread'])]).toEqual([false, true]);
  await sql.run(`delete from watchlist where list = 'unread'`);
});

test('two processes that look at once ask once', async () => {
  const as = await app.signIn('cn.active');
  await publish('sdn', { key: '701', name: 'Doppelova Lian Testrin', country: 'CN' });
  await app.owner.sql.run(`update watchlist set checked_at = '2000-01-01'`);
  await rename(as, 'Lian Testrin', 'Doppelova');
  await Promise.all([sweep('screening.lists'), sweep('screening.lists')]);
  await Promise.all(['screening.entries', 'screening.clients', 'screening.entries', 'screening.clients'].map(sweep));
  await readLists();
  expect(await hitsOf(as)).toHaveLength(1);
});

test.each(['half', 'page', 'cut', 'empty'])('a file that comes %s leaves what is known, and the desk is told', async (how) => {
  const listOf = async () => (await desk('screening')).data.lists.find(({ list }: { list: string }) => list === 'peps');
  const before = await listOf();
  await app.owner.sql.run(`update watchlist set mark = null where list = 'peps'`);
  await publish('peps', { spoil: how });
  await readLists();
  expect(await listOf()).toMatchObject({ entries: before.entries, digest: before.digest, failure: expect.stringMatching(/./) });
  await readLists();
  expect(await listOf()).toMatchObject({ digest: before.digest, failure: null });
});

test('a file that has lost most of its entries is taken for half of one', async () => {
  await app.owner.sql.run(
    `insert into watchlist_entry (list, key, kind, digest, person, version_id)
       select 'eu-sanctions', 'many-' || n, 'sanctions', 'd', '{"names":["Many Filler"],"birthDates":["1900"],"countries":[],"reasons":[]}',
         (select max(id) from watchlist_version where list = 'eu-sanctions') from generate_series(1, 40) n`,
  );
  await publish('sanctions', { key: 'NK-888', name: 'Somebody Newtestov' });
  await readLists();
  const { lists } = (await desk('screening')).data;
  expect(lists.find(({ list }: { list: string }) => list === 'eu-sanctions').failure).toMatch(/half/);
  await app.owner.sql.run(`delete from watchlist_entry where key like 'many-%'`);
  await readLists();
  expect((await desk('screening')).data.lists.find(({ list }: { list: string }) => list === 'eu-sanctions').failure).toBeNull();
});

test('a file that lacks more than a few of the known entries is not imported until a setting allows it', async () => {
  await app.owner.sql.run(
    `insert into watchlist_entry (list, key, kind, digest, person, version_id)
       select 'eu-sanctions', 'some-' || n, 'sanctions', 'd', '{"names":["Many Filler"],"birthDates":["1900"],"countries":[],"reasons":[]}',
         (select max(id) from watchlist_version where list = 'eu-sanctions') from generate_series(1, 2) n`,
  );
  const listOf = async () => (await desk('screening')).data.lists.find(({ list }: { list: string }) => list === 'eu-sanctions');
  const before = await listOf();
  await publish('sanctions', { key: 'NK-889', name: 'Somebody Torntestov' });
  await readLists();
  expect(await listOf()).toMatchObject({ digest: before.digest, failure: expect.stringMatching(/lacks 2 .*mostGonePercent/) });
  await app.owner.sql.run(`delete from watchlist_entry where key = 'some-2'`);
  await readLists();
  expect(await listOf()).toMatchObject({ failure: null, removed: 1 });
});

test('what was found is compliance’s alone, and no client reads any of it', async () => {
  const agent = await app.signInStaff('agent');
  expect(await desk('screening/1', agent)).toMatchObject({ httpStatus: 403, errors: [{ code: 'not_your_right' }] });
  expect(await desk('screening/999999')).toMatchObject({ httpStatus: 404, errors: [{ code: 'hit_not_found' }] });
  expect(await decide(999_999, { decision: 'lift' })).toMatchObject({ httpStatus: 404 });
  expect((await desk('clients/999999/screening')).errors[0]?.code).toBe('client_not_found');
});
