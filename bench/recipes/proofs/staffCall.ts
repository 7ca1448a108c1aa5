import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../../src/server/testing/app.ts';

let app: TestApp;
let client: SignedIn;
let agent: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  client = await app.signIn('global.active');
  agent = await app.signInStaff('agent');
});
afterAll(() => app.close());

const write = (body: object) =>
  app.call({ method: 'POST', path: `/api/desk/clients/${client.clientId}/letters`, body, as: agent });

test('staff write into the client’s inbox, with a reason that stands in the audit', async () => {
  const { data } = await write({ text: '<p>Your papers have come.</p>', reason: 'the client asked on the telephone' });
  const inbox = await app.call({ method: 'GET', path: 'api/direct/inbox', as: client });
  expect(JSON.stringify(inbox.data)).toContain('Your papers have come.');
  expect(data.message_id).toBeGreaterThan(0);
  const event = await app.database.sql.one<{ reason: string }>(
    `select detail ->> 'reason' as reason from audit_event where action = 'client.write'`,
  );
  expect(event.reason).toBe('the client asked on the telephone');
});

test('nothing is written without a reason', async () => {
  expect((await write({ text: 'Good morning' })).errors[0]?.validation_messages).toHaveProperty('reason');
});
