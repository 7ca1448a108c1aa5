import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedPassword } from '../../../seed/personas.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';

/* Clients of whom something is open at the broker: nothing of theirs is erased, whoever asks, and they are not told why. */

let app: TestApp;
let compliance: StaffSignedIn;
let admin: StaffSignedIn;
beforeAll(async () => {
  app = await openTestApp();
  compliance = await app.signInStaff('compliance');
  admin = await app.signInStaff('admin');
});
afterAll(() => app.close());

const run = (text: string, client: number) => app.owner.sql.run(text, [client]);
const sweep = (name = 'personalData.erase') => app.opened.worker?.sweep(name);
const path = (of: SignedIn) => `/api/desk/personal-data/${of.clientId}/erasure`;
const decide = (of: SignedIn) =>
  app.call({ method: 'POST', path: path(of), body: { decision: 'agree', reason: 'Asked for by the client.' }, as: compliance });
const approve = (id: number) =>
  app.call({
    method: 'POST',
    path: `/api/desk/approvals/${id}`,
    body: { decision: 'approve', reason: 'Nothing is left.' },
    as: admin,
  });
const ask = (as: SignedIn) =>
  app.call({ method: 'POST', path: 'api/personal-data/erasure', body: { password: seedPassword }, as });
const clientRow = ({ clientId }: SignedIn) =>
  app.owner.sql.one<{ email: string; status_id: number }>('select email, status_id from client where id = $1', [clientId]);
const requestOf = ({ clientId }: SignedIn) =>
  app.owner.sql.one<{ state: string; is_tomorrow: boolean }>(
    `select state, next_at between now() + interval '23 hours' and now() + interval '25 hours' as is_tomorrow from erasure_request
      where client_id = $1 order by id desc limit 1`,
    [clientId],
  );

const hit = `insert into screening_hit (client_id, list, entry_key, kind, entry_digest, client_digest, entry, typed, points, score, found_at)
  values ($1, 'un', 'K1', 'sanctions', 'a', 'b', '{"names":["A"],"birthDates":[],"countries":[],"reasons":[]}',
    '{"names":["A"],"birthDates":[],"countries":[]}', 90, '{}', now())`;
const opened = {
  'an open hit': { why: 'screening', open: hit, end: 'delete from screening_hit where client_id = $1' },
  'a hold': {
    why: 'screening',
    open: 'update client set screening_hold = true where id = $1',
    end: 'update client set screening_hold = false where id = $1',
  },
  'another case': {
    why: 'case',
    open: `insert into desk_case (queue, subject, client_id, opened_at) values ('screening', 'screening:77', $1, now())`,
    end: "delete from desk_case where client_id = $1 and subject = 'screening:77'",
  },
  // In the words of any other case: that there is such a file is for few to know.
  'a suspicion': {
    why: 'case',
    open: `insert into suspicion_file (client_id, opened_at, due_at) values ($1, now(), now())`,
    end: 'delete from suspicion_file where client_id = $1',
  },
  'a waiting approval': {
    why: 'approval',
    open: `insert into approval (kind, action, subject, client_id, payload, reason, asked_by, asked_at)
           values ('papers', 'screening.decide', 'screening:77', $1, '{}', 'As the papers say.', (select min(id) from staff), now())`,
    end: `delete from approval where client_id = $1 and action = 'screening.decide'`,
  },
  'a freeze': {
    why: 'frozen',
    open: `insert into client_freeze (client_id, from_status, frozen_at) values ($1, 12, now())`,
    end: 'delete from client_freeze where client_id = $1',
  },
} as const;

describe('at the agreement', () => {
  test('staff are told what is open but for a review that comes by itself, nobody agrees, and the client reads nothing of it', async () => {
    const as = await app.signIn('ng.active');
    await ask(as);
    for (const { why, open, end } of Object.values(opened)) {
      await run(open, as.clientId);
      expect((await app.call({ method: 'GET', path: path(as), as: compliance })).data).toMatchObject({ kept_back: [why] });
      expect((await decide(as)).errors[0]?.code).toBe('kept_back');
      expect((await app.call({ method: 'GET', path: 'api/personal-data/erasure', as })).data).toEqual({
        state: 'waiting',
        asked_at: expect.any(String),
        reason_code: null,
        is_something_left: false,
      });
      await run(end, as.clientId);
    }
    await run(
      `insert into desk_case (queue, subject, client_id, opened_at) values ('risk-reviews', 'risk:' || $1, $1::integer, now())`,
      as.clientId,
    );
    expect((await app.call({ method: 'GET', path: path(as), as: compliance })).data).toMatchObject({ kept_back: [] });
    const { data } = await decide(as);
    await run(hit, as.clientId);
    expect((await approve(data.approval.id)).errors[0]?.code).toBe('approval_outdated');
    expect(await clientRow(as)).toMatchObject({ status_id: 12 });
  });
});

describe('afterwards', () => {
  let as: SignedIn;
  beforeAll(async () => {
    as = await app.signIn('cn.active');
  });

  test.each(Object.entries(opened))('%s puts each later part off by a day', async (_name, { open, end }) => {
    const { clientId } = as;
    await run(`delete from erasure_request where client_id = $1`, clientId);
    await run(
      `insert into erasure_request (client_id, asked_by, asked_at, state, left_at, next_at, had_business)
       values ($1, 'client', now(), 'agreed', now() - interval '9 years', now() - interval '1 minute', true)`,
      clientId,
    );
    await run(open, clientId);
    await sweep();
    expect(await requestOf(as)).toEqual({ state: 'agreed', is_tomorrow: true });
    expect((await clientRow(as)).email).toBe('cn.active@atrium.test');
    await run(end, clientId);
  });

  test('the years that are over take nobody of whom something is open', async () => {
    const gone = await app.signIn('global.dormant');
    await run(hit, gone.clientId);
    await run(`update client set status_id = 5 where id = $1`, gone.clientId);
    await run(`update client set closed_at = '2015-01-01' where id = $1`, gone.clientId);
    await sweep('personalData.lapse');
    await sweep();
    expect((await clientRow(gone)).email).toBe('global.dormant@atrium.test');
  });

  test('whom a list was about has done business, and is kept for its years', async () => {
    const other = await app.signIn('global.demo');
    await run(hit, other.clientId);
    await run(`update screening_hit set status = 'false_hit' where client_id = $1`, other.clientId);
    await ask(other);
    const { data } = await decide(other);
    expect((await approve(data.approval.id)).errors).toEqual([]);
    expect(await app.owner.sql.one('select had_business from erasure_request where client_id = $1', [other.clientId])).toEqual({
      had_business: true,
    });
    // The letter tells of business that the client knows of: of a list it says nothing.
    await app.drain();
    expect(
      await app.owner.sql.one(`select values->>'kept' as kept from notice where client_id = $1 and type = 'erasure_agreed'`, [
        other.clientId,
      ]),
    ).toEqual({ kept: 'none' });
  });
});
