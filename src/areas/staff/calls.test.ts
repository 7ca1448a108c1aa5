import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedPassword } from '../../../seed/personas.ts';
import { staffEmailOf } from '../../../seed/staff.ts';
import { openTestApp, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';

const minuteMs = 60_000;
const password = 'a long enough password';

let app: TestApp;
let admin: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp({ asksSecondFactor: true });
  // Somebody has to be the first: the command line adds an administrator, who comes in by the link.
  const first = await enrol(await linkOf('first.admin@staff.atrium.test'));
  admin = await enter('first.admin@staff.atrium.test', first.code());
});
afterAll(() => app.close());

type Body = Readonly<Record<string, unknown>>;
const post = (path: string, body: Body, as?: Pick<StaffSignedIn, 'cookie' | 'token'>) =>
  app.call({ method: 'POST', path: `/api/desk/${path}`, body, ...(as ? { as } : {}) });
const get = (path: string, as: Pick<StaffSignedIn, 'cookie' | 'token'>) =>
  app.call({ method: 'GET', path: `/api/desk/${path}`, as });
const codeOf = (answer: Awaited<ReturnType<typeof post>>) => answer.errors[0]?.code;

/** The one-time link of a new administrator, as the command line makes it. */
async function linkOf(email: string): Promise<string> {
  const { orderMember } = await import('./face.ts');
  const { staffSessions, clock } = app.opened.app;
  const changed = await app.database.transact((sql) =>
    orderMember(
      sql,
      { kind: 'add', email, name: 'First Admin', role: 'admin' },
      {
        author: 'tester',
        now: clock.now(),
        at: clock.wall(),
        publicUrl: app.url,
        linkSeconds: 3600,
        endSessions: (inside, id) => staffSessions.endAll(inside, id),
      },
    ),
  );
  return secretOf(changed?.link ?? '');
}

const secretOf = (link: string) => link.split('/desk/enrolment#')[1] ?? '';

/** Goes through the first sign-in; `code` gives the app's next code, another one each time. */
async function enrol(link: string) {
  const opened = await post('enrolment', { link });
  const { secret } = opened.data.totp as { secret: string };
  let step = -1;
  const code = (): string => {
    step += 1;
    return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * step });
  };
  const done = await post('enrol', { link, password, code: code() });
  expect(done.errors).toEqual([]);
  return { secret, code, recoveryCodes: done.data.recovery_codes as string[] };
}

async function enter(id: string, code: string, origin: Readonly<Record<string, string>> = {}): Promise<StaffSignedIn> {
  const answer = await app.call({ method: 'POST', path: '/api/desk/login', body: { id, password, code }, headers: origin });
  expect(answer.errors).toEqual([]);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ');
  return { cookie, token: answer.data.token, staffId: answer.data.staff_id };
}

let added = 0;
/** Somebody who was added at the desk and has come in by the link. */
async function newcomer(role = 'agent') {
  added += 1;
  const email = `newcomer${added}@staff.atrium.test`;
  const answer = await post('staff', { email, name: 'New Comer', role, reason: 'starts today' }, admin);
  const id = answer.data.member.staff_id as number;
  return { email, id, ...(await enrol(secretOf(answer.data.link))) };
}

describe('signing in', () => {
  test('asks for the second factor, whose code is good once', async () => {
    const { email, code } = await newcomer();
    const asked = await post('login', { id: email, password });
    expect([asked.httpStatus, codeOf(asked)]).toEqual([401, 'second_factor_required']);
    expect(asked.data).toEqual({ factors: ['totp', 'recovery'] });
    expect(asked.headers.getSetCookie()).toEqual([]);
    const given = code();
    const { token } = await enter(email.toUpperCase(), given);
    expect(token).toHaveLength(43);
    const again = await post('login', { id: email, password, code: given });
    expect([again.httpStatus, codeOf(again)]).toEqual([422, 'wrong_code']);
    expect(again.errors[0]?.validation_messages).toHaveProperty('code');
  });

  test('knows nobody of the number zero', async () => {
    expect((await post('staff/0/link', { reason: 'nobody is that' }, admin)).httpStatus).toBe(422);
  });

  test('takes one code once, also when two come with it at once', async () => {
    const { email, code } = await newcomer();
    const given = code();
    const answers = await Promise.all([1, 2].map(() => post('login', { id: email, password, code: given })));
    expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 422]);
    await app.database.sql.run('delete from failure_streak');
  });

  test('takes a recovery code instead, once each', async () => {
    const { email, recoveryCodes } = await newcomer();
    expect(recoveryCodes).toHaveLength(10);
    await enter(email, recoveryCodes[0] ?? '');
    expect(codeOf(await post('login', { id: email, password, code: recoveryCodes[0] }))).toBe('wrong_code');
    await app.database.sql.run('delete from failure_streak');
    await enter(email, (recoveryCodes[1] ?? '').replaceAll('-', ' ').toUpperCase());
    const kept = await app.database.sql.many<{ code_hash: Buffer }>('select code_hash from staff_recovery_code');
    expect(kept.every(({ code_hash }) => code_hash.length === 32)).toBe(true);
  });

  test('says the same to a wrong password, to nobody’s address and to who is disabled', async () => {
    const { email, id, code } = await newcomer();
    await post(`staff/${id}/status`, { status: 'disabled', reason: 'has left' }, admin);
    const answers = [
      await post('login', { id: email, password, code: code() }),
      await post('login', { id: 'nobody@staff.atrium.test', password }),
      await post('login', { id: staffEmailOf('agent'), password: 'not that one' }),
      await post('login', { id: 'agent', password }),
    ];
    for (const answer of answers) expect([answer.httpStatus, answer.errors]).toEqual([401, answers[0]?.errors]);
    expect(codeOf(answers[0] as (typeof answers)[number])).toBe('wrongCredentials');
  });

  test('lets nobody in who has a password and no second factor', async () => {
    const answer = await post('login', { id: staffEmailOf('finance'), password: seedPassword });
    expect([answer.httpStatus, codeOf(answer)]).toEqual([401, 'second_factor_missing']);
  });

  test('makes who fails wait, and counts the failures in the audit', async () => {
    const { email } = await newcomer();
    for (const _ of [1, 2]) expect(codeOf(await post('login', { id: email, password: 'wrong' }))).toBe('wrongCredentials');
    // However long this machine took to get here, the last failure was just now.
    await app.database.sql.run(`update failure_streak set last_at = now() + interval '1 minute'`);
    const answer = await post('login', { id: email, password });
    expect([answer.httpStatus, codeOf(answer)]).toEqual([429, 'too_many_attempts']);
    await app.database.sql.run('delete from failure_streak');
    const { failures } = await app.database.sql.one<{ failures: number }>(
      `select max((detail->>'failures')::integer) as failures from audit_event where action = 'staff.sign_in_refused'`,
    );
    expect(failures).toBe(2);
  });
});

describe('the one-time link', () => {
  test('is good once, for one member, and shows the same secret until it was used', async () => {
    const answer = await post(
      'staff',
      { email: 'once@staff.atrium.test', name: 'Once', role: 'finance', reason: 'starts today' },
      admin,
    );
    expect(answer.data.member).toMatchObject({ status: 'invited', has_second_factor: false, role: 'finance' });
    const link = secretOf(answer.data.link);
    const opened = await post('enrolment', { link });
    expect(opened.data).toMatchObject({ email: 'once@staff.atrium.test', name: 'Once', role: 'finance' });
    expect(opened.data.totp.uri).toContain('otpauth://totp/');
    expect((await post('enrolment', { link })).data.totp.secret).toBe(opened.data.totp.secret);
    expect(codeOf(await post('enrol', { link, password, code: '000000' }))).toBe('wrong_code');
    await enrol(link);
    expect(codeOf(await post('enrolment', { link }))).toBe('link_not_valid');
    expect(codeOf(await post('enrol', { link, password, code: '000000' }))).toBe('link_not_valid');
    const kept = await app.database.sql.one<{ totp_secret: string }>(
      `select totp_secret from staff where email = 'once@staff.atrium.test'`,
    );
    expect(kept.totp_secret).not.toContain(opened.data.totp.secret);
  });

  test('runs out', async () => {
    const answer = await post(
      'staff',
      { email: 'late@staff.atrium.test', name: 'Late', role: 'agent', reason: 'starts today' },
      admin,
    );
    await app.database.sql.run(`update staff_link set expires_at = now() - interval '1 second' where used_at is null`);
    expect(codeOf(await post('enrolment', { link: secretOf(answer.data.link) }))).toBe('link_not_valid');
  });

  test('made anew takes password, second factor and sessions away', async () => {
    const { email, id, code, secret } = await newcomer();
    const before = await enter(email, code());
    const answer = await post(`staff/${id}/link`, { reason: 'lost the phone' }, admin);
    expect(answer.data.member).toMatchObject({ status: 'invited', has_second_factor: false });
    expect((await get('me', before)).httpStatus).toBe(401);
    expect(codeOf(await post('login', { id: email, password, code: code() }))).toBe('wrongCredentials');
    await app.database.sql.run('delete from failure_streak');
    const anew = await enrol(secretOf(answer.data.link));
    expect(anew.secret).not.toBe(secret);
    await enter(email, anew.code());
  });

  test('is not made for two with one address, or with one name before the @', async () => {
    await newcomer();
    for (const email of [`newcomer${added}@staff.atrium.test`, `newcomer${added}@elsewhere.test`]) {
      const answer = await post('staff', { email, name: 'Twin', role: 'agent', reason: 'starts today' }, admin);
      expect([answer.httpStatus, codeOf(answer)]).toEqual([409, 'staff_exists']);
    }
  });
});

describe('sessions', () => {
  test('end at once when the role changes or the member is disabled, and the right counts from then on', async () => {
    const { email, id, code, recoveryCodes } = await newcomer('compliance');
    const first = await enter(email, code());
    expect((await get('audit', first)).httpStatus).toBe(200);
    const changed = await post(`staff/${id}/role`, { role: 'analyst', reason: 'moves to analysis' }, admin);
    expect(changed.data.member).toMatchObject({ role: 'analyst' });
    expect((await get('me', first)).httpStatus).toBe(401);
    const second = await enter(email, recoveryCodes[0] ?? '');
    expect(codeOf(await get('audit', second))).toBe('not_your_right');
    await post(`staff/${id}/status`, { status: 'disabled', reason: 'has left' }, admin);
    expect((await get('me', second)).httpStatus).toBe(401);
    const events = await get(`audit?actor=first.admin&action=staff.change_role`, admin);
    expect(events.data.events[0]).toMatchObject({
      actor: 'first.admin',
      reason: 'moves to analysis',
      before: { role: 'compliance' },
      after: { role: 'analyst' },
    });
  });

  test('end by themselves when nothing is done, when they are old, and at sign-out', async () => {
    const { email, recoveryCodes } = await newcomer();
    const { desk } = app.opened.app.settings();
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000 - minuteMs);
    const idle = await enter(email, recoveryCodes[0] ?? '');
    await app.database.sql.run('update staff_session set seen_at = $1 where ended_at is null', [ago(desk.session.idleSeconds)]);
    expect((await get('me', idle)).httpStatus).toBe(401);
    const old = await enter(email, recoveryCodes[1] ?? '');
    await app.database.sql.run('update staff_session set expires_at = $1 where ended_at is null', [ago(0)]);
    expect((await get('me', old)).httpStatus).toBe(401);
    const left = await enter(email, recoveryCodes[2] ?? '');
    expect((await post('logout', {}, left)).httpStatus).toBe(200);
    expect((await get('me', left)).httpStatus).toBe(401);
    admin = await enter('first.admin@staff.atrium.test', await freshCode());
  });

  /** The administrator's sessions ran out with the others: a fresh factor by a fresh link. */
  async function freshCode(): Promise<string> {
    const { orderMember } = await import('./face.ts');
    const { staffSessions, clock } = app.opened.app;
    const needs = { author: 'tester', now: clock.now(), at: clock.wall(), publicUrl: app.url, linkSeconds: 3600 };
    const changed = await app.database.transact((sql) =>
      orderMember(
        sql,
        { kind: 'link', email: 'first.admin@staff.atrium.test' },
        { ...needs, endSessions: (inside, id) => staffSessions.endAll(inside, id) },
      ),
    );
    return (await enrol(secretOf(changed?.link ?? ''))).code();
  }
});

test('nobody changes their own record', async () => {
  const own = `staff/${admin.staffId}`;
  const answers = [
    await post(`${own}/role`, { role: 'agent', reason: 'to be sure' }, admin),
    await post(`${own}/status`, { status: 'disabled', reason: 'to be sure' }, admin),
    await post(`${own}/link`, { reason: 'to be sure' }, admin),
  ];
  for (const answer of answers) expect([answer.httpStatus, codeOf(answer)]).toEqual([409, 'own_record']);
});

test('of two administrators who disable each other at once one stays', async () => {
  const pair: StaffSignedIn[] = [];
  for (let added = 0; added < 2; added += 1) {
    const { email, recoveryCodes } = await newcomer('admin');
    pair.push(await enter(email, recoveryCodes[0] ?? ''));
  }
  const ids = pair.map(({ staffId }) => staffId);
  const disabling = await app.owner.transact(async (sql) => {
    await sql.run('select from staff where id = any($1) for update', [ids]);
    const asked = pair.map((one, place) =>
      post(`staff/${ids[1 - place]}/status`, { status: 'disabled', reason: 'there is one too many' }, one),
    );
    // Both have been let in by who they were, and wait for the rows.
    const waiting = `select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await sql.one<{ n: number }>(waiting)).n).toBe(2);
    return asked;
  });
  const answers = await Promise.all(disabling);
  expect(answers.map(({ success }) => success).toSorted()).toEqual([false, true]);
  expect(answers.filter(({ success }) => !success).map(codeOf)).toEqual(['staff_changed']);
  const left = await app.owner.sql.many('select from staff where id = any($1) and disabled_at is null', [ids]);
  expect(left).toHaveLength(1);
});

test('the list of staff says who stands where', async () => {
  const { data } = await get('staff', admin);
  const row = (data.staff as { email: string }[]).find(({ email }) => email === staffEmailOf('finance'));
  expect(row).toMatchObject({ name: 'Fiona Finance', role: 'finance', status: 'active', has_second_factor: false });
  expect(data.next).toBeNull();
});
