import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { approvalKinds, mayApprove, staffRoles, type StaffRight, type StaffRole } from '../law/staff.ts';
import type { CallSpec, Contract } from '../protocol/call.ts';
import { withDesk } from './served.ts';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from './testing/app.ts';
import { pdfFile, sendForm } from './testing/files.ts';

/** Interfaces §7, row by row, written out again: who may call what. Whoever works on a client's matter reads the client. */
const mayCall: Readonly<Record<StaffRight, readonly StaffRole[]>> = {
  own_session: ['agent', 'compliance', 'finance', 'analyst', 'admin'],
  read_clients: ['agent', 'compliance', 'finance', 'admin'],
  notes: ['agent', 'admin'],
  papers: ['compliance', 'admin'],
  suspicions: ['compliance', 'admin'],
  moves: ['compliance', 'admin'],
  restrictions: ['compliance', 'admin'],
  transfers: ['finance', 'admin'],
  adjustments: ['finance', 'admin'],
  chargebacks: ['finance', 'admin'],
  rates: ['finance', 'admin'],
  signals: ['analyst', 'admin'],
  forecasts: ['analyst', 'admin'],
  work_queues: ['compliance', 'finance', 'admin'],
  read_settings: ['finance', 'admin'],
  settings: ['admin'],
  approvals: ['compliance', 'finance', 'admin'],
  read_audit: ['compliance', 'admin'],
  staff: ['admin'],
};

interface DeskCall {
  readonly name: string;
  readonly spec: CallSpec;
}

let app: TestApp;
let calls: DeskCall[];
let ofClients: DeskCall[];
let client: SignedIn;
const staff = {} as Record<StaffRole, StaffSignedIn>;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('global.active');
  for (const role of staffRoles) staff[role] = await app.signInStaff(role);
  const areas = globSync('areas/*/contract.ts', { cwd: path.dirname(import.meta.dirname) }).map((file) =>
    path.basename(path.dirname(file)),
  );
  const modules = (await Promise.all(areas.map((area) => import(`../areas/${area}/contract.ts`)))) as Record<string, Contract>[];
  const all = modules
    .flatMap((module) => Object.values(module))
    .filter((value) => typeof value === 'object' && 'calls' in value)
    .flatMap(({ area, calls: own }) => Object.entries(own).map(([name, spec]) => ({ name: `${area}.${name}`, spec })));
  calls = all.filter(({ spec }) => spec.who === 'staff' || spec.path.startsWith('/api/desk'));
  ofClients = all.filter(({ spec }) => spec.who === 'client');
});
afterAll(() => app.close());

const ofStaff = () => calls.filter(({ spec }) => spec.who === 'staff');
const isWrite = ({ spec }: DeskCall) => spec.method !== 'GET';
/** An address that leads to the call; what it is about need not be there. */
const pathOf = ({ spec }: DeskCall) =>
  spec.path
    .replace('{queue}', 'nothing')
    .replace('{key}', 'nothing')
    .replaceAll(/\{\w+\}/g, '999999');
const ask = (call: DeskCall, as?: Pick<SignedIn, 'cookie' | 'token'>, body: object = {}) =>
  app.call({ method: call.spec.method, path: pathOf(call), ...(isWrite(call) ? { body } : {}), ...(as ? { as } : {}) });

/** Sends a file of a kind that the call takes; nothing in a form is null. */
async function withFile(call: DeskCall, { reason }: { readonly reason?: string | null }) {
  const file = call.spec.takesFile?.kinds.some((kind) => kind === 'xml')
    ? { name: 'a.xml', bytes: Buffer.from('<?xml version="1.0"?><a/>') }
    : { name: 'a.pdf', bytes: pdfFile() };
  const fields = typeof reason === 'string' ? { reason } : {};
  const { status, body } = await sendForm(app.url, { path: pathOf(call), as: staff.admin, fields, file });
  return { httpStatus: status, errors: body.errors as { readonly validation_messages?: object }[] };
}

/** How often calls were refused so, once all that was noted is written. */
async function traced(of: { call: string; code: string; who: string }): Promise<number> {
  const rows = await app.database.sql.many<{ count: bigint }>(
    'select count from desk_refusal where call = $1 and code = $2 and who = $3',
    [of.call, of.code, of.who],
  );
  return rows.reduce((sum, row) => sum + Number(row.count), 0);
}

async function untilTraced(of: Parameters<typeof traced>[0], count: number): Promise<void> {
  await expect.poll(async () => ({ ...of, count: await traced(of) })).toEqual({ ...of, count });
}

/** What is somebody's: whoever reads it leaves an event. */
const personal = /"(client_id|client|e_?mail|address|phone|mobile)":/;
/** What one client, or one payment, is asked for by is asked about that client, whatever the answer names. */
const ofOne = /"(client_id|transfer_id)":/;
const tellsOfPersons = ({ input, output, path: asked }: CallSpec): boolean =>
  personal.test(JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any', io: 'output' }))) ||
  ofOne.test(JSON.stringify(z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }))) ||
  /\{(client_id|transfer_id)\}/.test(asked);

test('every call of the desk says what right it asks for, and each that changes something takes a reason and is audited', () => {
  expect(ofStaff().length).toBeGreaterThan(20);
  const faults = calls.flatMap(({ name, spec }) => {
    const wrong = [];
    if (spec.who === 'client' || !spec.path.startsWith('/api/desk/')) wrong.push('stands at another door');
    if (spec.who === 'staff' && spec.right === undefined) wrong.push('asks for no right');
    if (spec.who === 'staff' && spec.method !== 'GET' && spec.audits === undefined) wrong.push('is not audited');
    // Who works here is no secret of a client's.
    const isOfStaff = name.startsWith('staff.');
    if (spec.who === 'staff' && !isOfStaff && spec.audits === undefined && tellsOfPersons(spec))
      wrong.push('tells of clients unaudited');
    const takesReason =
      spec.input.safeParse({ reason: 'because' }).error?.issues.every(({ path: [field] }) => field !== 'reason') ?? true;
    const asksReason = spec.input.safeParse({}).error?.issues.some(({ path: [field] }) => field === 'reason') ?? false;
    if (spec.who === 'staff' && spec.method !== 'GET' && spec.takesReason !== false && !(takesReason && asksReason))
      wrong.push('takes no reason');
    return wrong.map((what) => `${name} ${what}`);
  });
  expect(faults).toEqual([]);
  // Interfaces §7: sign-in, sign-out, claim and release excepted; who has the one-time link has no session yet.
  expect(
    calls
      .filter(({ spec }) => spec.takesReason === false)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['cases.claim', 'cases.release', 'staff.logout']);
  expect(
    calls
      .filter(({ spec }) => spec.who === 'anyone')
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['staff.enrol', 'staff.login', 'staff.openEnrolment']);
});

test('each role may call what its row of the table says, and nothing else', async () => {
  for (const call of ofStaff().filter(({ name }) => name !== 'staff.logout')) {
    for (const role of staffRoles) {
      const answer = await app
        .call({
          method: call.spec.method,
          path: pathOf(call),
          ...(isWrite(call) ? { body: {} } : {}),
          as: staff[role],
        })
        .catch((error: unknown) => ({ httpStatus: String(error), errors: [{ code: 'a file' }] }));
      const isRefused = answer.httpStatus === 403 && answer.errors[0]?.code === 'not_your_right';
      const right = call.spec.right ?? 'own_session';
      expect([call.name, role, isRefused]).toEqual([call.name, role, !mayCall[right].includes(role)]);
      expect([call.name, role, answer.httpStatus]).not.toEqual([call.name, role, 401]);
      expect([call.name, role, answer.httpStatus]).not.toEqual([call.name, role, 500]);
    }
  }
});

describe('every call of the desk is refused, and leaves a trace,', () => {
  test('without a session', async () => {
    for (const call of ofStaff()) {
      const answer = await ask(call);
      expect([call.name, answer.httpStatus, answer.errors[0]?.code]).toEqual([call.name, 401, 'no_session']);
      await untilTraced({ call: call.name, code: 'no_session', who: 'nobody' }, 1);
    }
  });

  test('with the session of a client, in its own cookie and in the desk’s', async () => {
    const secret = /atrium_session=([^;]+)/.exec(client.cookie)?.[1] ?? '';
    for (const call of ofStaff()) {
      const answer = await ask(call, client);
      expect([call.name, answer.httpStatus, answer.errors[0]?.code]).toEqual([call.name, 401, 'no_session']);
      const disguised = await ask(call, { cookie: `atrium_desk=${secret}`, token: client.token });
      expect([call.name, disguised.httpStatus]).toEqual([call.name, 401]);
      await untilTraced({ call: call.name, code: 'no_session', who: 'client' }, 1);
    }
    const row = await app.database.sql.one<{ client_id: number }>(
      `select client_id from desk_refusal where call = 'clients.find' and who = 'client'`,
    );
    expect(row.client_id).toBe(client.clientId);
  });

  test('without the right', async () => {
    const forbidden = ofStaff().filter(({ spec }) => !mayCall[spec.right ?? 'own_session'].includes('analyst'));
    expect(forbidden.length).toBeGreaterThan(15);
    for (const call of forbidden) {
      const before = await traced({ call: call.name, code: 'not_your_right', who: 'analyst' });
      expect((await ask(call, staff.analyst, { reason: 'because' })).errors[0]?.code).toBe('not_your_right');
      await untilTraced({ call: call.name, code: 'not_your_right', who: 'analyst' }, before + 1);
    }
  });

  test('when it changes something and comes with the cookie alone', async () => {
    for (const call of ofStaff().filter(isWrite)) {
      const answer = await ask(call, { cookie: staff.admin.cookie, token: client.token }, { reason: 'because' });
      expect([call.name, answer.httpStatus, answer.errors[0]?.code]).toEqual([call.name, 403, 'invalid_auth_token']);
      await untilTraced({ call: call.name, code: 'invalid_auth_token', who: 'admin' }, 1);
    }
  });

  test('when it changes something and comes without a reason, or with none worth the name', async () => {
    const asked = ofStaff().filter((each) => isWrite(each) && each.spec.takesReason !== false);
    const withFiles = asked.filter(({ spec }) => spec.takesFile).map(({ name }) => name);
    expect(withFiles).toEqual(expect.arrayContaining(['bank.import', 'disputes.evidence', 'vaults.import']));
    for (const call of asked) {
      const before = await traced({ call: call.name, code: 'reason_missing', who: 'admin' });
      for (const body of [{}, { reason: '' }, { reason: ' a ' }, { reason: 'x'.repeat(501) }, { reason: null }]) {
        const answer = call.spec.takesFile ? await withFile(call, body) : await ask(call, staff.admin, body);
        expect([call.name, answer.httpStatus]).toEqual([call.name, 422]);
        expect(answer.errors[0]?.validation_messages).toHaveProperty('reason');
      }
      await untilTraced({ call: call.name, code: 'reason_missing', who: 'admin' }, before + 5);
    }
  });
});

test('nobody approves what they asked for, whatever it is, and it leaves a trace', async () => {
  const { performers } = withDesk(app.opened.app);
  expect(performers.length).toBeGreaterThan(12);
  for (const kind of approvalKinds) {
    const role = staffRoles.find((each) => mayApprove(each, kind)) ?? 'admin';
    const trace = { call: 'approvals.decide', code: 'own_approval', who: role };
    const before = await traced(trace);
    for (const { action } of performers) {
      const { id } = await app.owner.sql.one<{ id: number }>(
        `insert into approval (kind, action, subject, payload, reason, asked_by, asked_at)
         values ($1, $2, $3, '{}', 'as the queue asks', $4, now()) returning id`,
        [kind, action, `nothing:${kind}`, staff[role].staffId],
      );
      for (const decision of ['approve', 'decline']) {
        const body = { decision, reason: 'as the queue asks' };
        const answer = await app.call({ method: 'POST', path: `/api/desk/approvals/${id}`, body, as: staff[role] });
        expect([action, kind, answer.httpStatus, answer.errors[0]?.code]).toEqual([action, kind, 403, 'own_approval']);
      }
    }
    const waiting = `select count(*)::integer as count from approval where subject = $1 and status = 'waiting'`;
    expect(await app.owner.sql.one(waiting, [`nothing:${kind}`])).toEqual({ count: performers.length });
    await untilTraced(trace, before + 2 * performers.length);
  }
});

test('a flood of refused calls leaves one row', async () => {
  const call = ofStaff().find(({ name }) => name === 'clients.find') as DeskCall;
  const rows = async () => (await app.database.sql.one<{ count: bigint }>('select count(*) as count from desk_refusal')).count;
  const [before, count] = [await rows(), await traced({ call: call.name, code: 'no_session', who: 'nobody' })];
  await Promise.all(Array.from({ length: 200 }, () => ask(call)));
  await untilTraced({ call: call.name, code: 'no_session', who: 'nobody' }, count + 200);
  expect(await rows()).toBe(before);
});

test('a session of the desk opens nothing of a client’s', async () => {
  const secret = /atrium_desk=([^;]+)/.exec(staff.admin.cookie)?.[1] ?? '';
  expect(ofClients.length).toBeGreaterThan(200);
  for (const cookie of [staff.admin.cookie, `atrium_session=${secret}`])
    for (const call of ofClients)
      expect([call.name, (await ask(call, { cookie, token: staff.admin.token })).httpStatus]).toEqual([call.name, 401]);
});

test('who is signed in at both doors of one browser is each at their own', async () => {
  const both = `${client.cookie}; ${staff.agent.cookie}`;
  const asAgent = { cookie: both, token: staff.agent.token };
  const me = await app.call({ method: 'GET', path: '/api/desk/me', as: asAgent });
  expect(me.data).toMatchObject({ name: 'Amina Agent', role: 'agent' });
  expect(me).not.toHaveProperty('client_info');
  const info = await app.call({ method: 'GET', path: 'api/client_info', as: { cookie: both, token: client.token } });
  expect(info.data.id).toBe(client.clientId);
});

test('calls of the desk answer under their own path alone', async () => {
  const answer = await app.call({ method: 'GET', path: '/api/js/api/desk/me', as: staff.admin });
  expect(answer.errors[0]?.code).toBe('call_not_found');
});
