import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientId } from '../../base/id.ts';
import { after, hourMs } from '../../base/time.ts';
import { openingNotices } from '../opening/notices.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { closeNotice, notify, type NoticeOrder } from './face.ts';

let app: TestApp;
let thandi: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  thandi = await app.signIn('global.active');
});
afterAll(() => app.close());

const plain = openingNotices.account_not_opened;
const now = () => app.opened.clock.now();
const tellClient = (order: Partial<NoticeOrder> & Pick<NoticeOrder, 'key'>) =>
  app.database.transact((sql) =>
    notify(sql, { clientId: clientId(thandi.clientId), notice: plain, values: {}, now: now(), ...order }),
  );
const list = async (as = thandi) => (await app.call({ method: 'GET', path: 'api/notifications', as })).data.notifications;
const remove = (id: string | number) => app.call({ method: 'POST', path: 'api/notifications', body: { remove: id }, as: thandi });
const outbox = async (to: string) => {
  await app.drain();
  const response = await fetch(`${app.url}/sandbox/outbox?to=${encodeURIComponent(to)}`);
  const answer = (await response.json()) as { messages?: unknown; data?: { messages: unknown } };
  return (answer.messages ?? answer.data?.messages) as { channel: string; subject: string; text: string; pin: string | null }[];
};

test('the same fact is told once', async () => {
  expect(await tellClient({ key: 'fact:1' })).toBe(true);
  expect(await tellClient({ key: 'fact:1' })).toBe(false);
  expect(await list()).toHaveLength(1);
});

test('notices are marked read one by one or all at once, and stay open', async () => {
  for (const key of ['read:1', 'read:2', 'read:3']) await tellClient({ key });
  const read = (body: object) => app.call({ method: 'POST', path: 'api/notifications/read', body, as: thandi });
  const unread = async () =>
    (await list()).filter(({ is_read: isRead }: { is_read: boolean }) => !isRead).map(({ id }: { id: string }) => id);
  const before = await unread();
  expect(before.length).toBeGreaterThanOrEqual(3);
  await read({ ids: [before[0]] });
  expect(await unread()).toEqual(before.slice(1));
  // Somebody else's are not touched.
  const other = await app.signIn('eu.active');
  await app.call({ method: 'POST', path: 'api/notifications/read', body: { ids: before }, as: other });
  expect(await unread()).toEqual(before.slice(1));
  const count = (await list()).length;
  expect((await read({})).data.notifications.every(({ is_read: isRead }: { is_read: boolean }) => isRead)).toBe(true);
  expect(await unread()).toEqual([]);
  expect(await list()).toHaveLength(count);
});

test('a notice goes by mail and by SMS where that was asked for, once, and else by neither', async () => {
  const channels = async () => {
    const messages = await outbox('global.active@atrium.test');
    return messages.map(({ channel }) => channel).toSorted();
  };
  const phone = '+27820001122';
  await app.owner.sql.run('update client set mobile_phone = $2 where id = $1', [thandi.clientId, phone]);
  const sent = async () => [...(await channels()), ...(await outbox(phone)).map(({ channel }) => channel)].toSorted();
  const before = await sent();
  await tellClient({ key: 'sent:0' });
  expect(await sent()).toEqual(before);
  await tellClient({ key: 'sent:1', notice: { ...plain, channels: ['screen', 'mail'] } });
  await tellClient({ key: 'sent:1', notice: { ...plain, channels: ['screen', 'mail'] } });
  expect(await sent()).toEqual([...before, 'email'].toSorted());
  await tellClient({ key: 'sent:2', notice: { ...plain, channels: ['screen', 'sms'] } });
  expect(await sent()).toEqual([...before, 'email', 'sms'].toSorted());
});

test('a notice rides on the next answer of every browser of the client, once', async () => {
  const other = await app.signIn('global.active');
  await app.call({ method: 'GET', path: 'api/client_info', as: other });
  await tellClient({ key: 'fact:2', notice: openingNotices.account_opened });
  const answer = await app.call({ method: 'GET', path: 'api/direct/inbox', as: other });
  expect(answer.notifications?.[0]).toMatchObject({ level: 'success', direction: 'api', is_closable: true, status: 'open' });
  expect((await app.call({ method: 'GET', path: 'api/direct/inbox', as: other })).notifications).toBeUndefined();
});

test('the list comes page by page, and says where the next begins', async () => {
  for (const number of [1, 2, 3]) await tellClient({ key: `page:${number}` });
  const all = await list();
  const seen: string[] = [];
  let after = '';
  for (let page = 0; page === 0 || (after !== '' && page < 20); page += 1) {
    const path = `api/notifications?limit=2&after=${after}`;
    const { data } = await app.call({ method: 'GET', path, as: thandi });
    seen.push(...data.notifications.map(({ id }: { id: string }) => id));
    after = data.next ?? '';
  }
  expect(all.length).toBeGreaterThan(2);
  expect(seen).toEqual(all.map(({ id }: { id: string }) => id));
  expect((await app.call({ method: 'GET', path: 'api/notifications?limit=101', as: thandi })).httpStatus).toBe(422);
});

test('a closed notice is gone, and closing it again answers alike', async () => {
  const [first] = await list();
  const closed = await remove(first.id);
  expect(closed.httpStatus).toBe(200);
  expect(closed.data.notifications.map((notice: { id: string }) => notice.id)).not.toContain(first.id);
  expect((await remove(Number(first.id))).httpStatus).toBe(200);
});

test('another client’s notice cannot be seen or closed', async () => {
  await tellClient({ key: 'fact:3' });
  const [own] = await list();
  const other = await app.signIn('eu.active');
  expect(await list(other)).toEqual([]);
  const answer = await app.call({ method: 'POST', path: 'api/notifications', body: { remove: own.id }, as: other });
  expect(answer.httpStatus).toBe(404);
  expect((await list())[0].id).toBe(own.id);
});

test('a notice that may not be closed stays until its reason is gone', async () => {
  await tellClient({ key: 'fact:4', notice: { ...plain, isClosable: false } });
  const [first] = await list();
  const answer = await remove(first.id);
  expect(answer.httpStatus).toBe(422);
  expect(answer.errors[0]?.code).toBe('notice_not_closable');
  const notice = { clientId: clientId(thandi.clientId), key: 'fact:4', now: now() };
  await app.database.transact((sql) => closeNotice(sql, notice));
  expect((await list()).map((row: { id: string }) => row.id)).not.toContain(first.id);
});

test('a notice leads to the page that its type declares, in the language of who reads it', async () => {
  await tellClient({ key: 'fact:5', notice: openingNotices.account_opened, values: { number: '500123' } });
  const newest = async (path: string) => (await app.call({ method: 'GET', path, as: thandi })).data.notifications[0];
  expect(await newest('api/notifications')).toMatchObject({
    target: '/en/accounts/500123',
    hidden_on: ['accounts/open/live', 'accounts/open/demo'],
    direction: 'api',
  });
  expect(await newest('api/notifications?lang=ar')).toMatchObject({ target: '/ar/accounts/500123' });
  await tellClient({ key: 'fact:6', notice: openingNotices.account_opened, values: {} });
  expect(await newest('api/notifications')).toMatchObject({ target: null });
});

test('what the seeds tell of the past stands on the screen, and nobody is written to', async () => {
  const eu = await app.signIn('uk.active');
  const told = { clientId: clientId(eu.clientId), notice: openingNotices.account_opened, values: {}, now: now() };
  await app.database.transact((sql) => notify(sql, { ...told, key: 'past', isPast: true }));
  expect(await list(eu)).toHaveLength(1);
  expect(await outbox('uk.active@atrium.test')).toEqual([]);
});

test('at most fifty notices are shown', async () => {
  for (let count = 0; count < 55; count += 1) await tellClient({ key: `many:${count}` });
  expect(await list()).toHaveLength(50);
});

test('a letter is written in the language of the client, with the foot of the client’s company', async () => {
  const amelia = await app.signIn('uk.active');
  await app.database.sql.run(`update client set language = 'zh' where id = $1`, [amelia.clientId]);
  const event = { type: 'pin', values: { pin: '4821', minutes: 10 } };
  await post('post.mail', event, amelia.clientId);
  const [letter] = await outbox('uk.active@atrium.test');
  expect(letter?.subject).toBe('您的 Atrium 验证码');
  expect(letter?.text).toContain('4821');
  expect(letter?.text).toContain('74–89%');
  expect(letter?.text).toContain('Atrium UK');
  expect(letter?.pin).toBe('4821');
});

test('a letter to a client of a region that does not offer the language is written in one that it offers', async () => {
  const anna = await app.signIn('eu.active');
  await app.database.sql.run(`update client set language = 'ar' where id = $1`, [anna.clientId]);
  await post('post.mail', { type: 'pin', values: { pin: '4822', minutes: 10 } }, anna.clientId);
  await post('post.mail', { type: 'pin', values: { pin: '4823', minutes: 10 }, language: 'zh' }, anna.clientId);
  expect((await outbox('eu.active@atrium.test')).map(({ subject }) => subject)).toEqual([
    'Your code for Atrium',
    'Your code for Atrium',
  ]);
});

test('a text message and a call go to the phone; a call says the digits one by one', async () => {
  const secret = { type: 'pin', values: { pin: '4821', minutes: 10 }, to: '+27821234567', language: 'en', company: 3 };
  await post('post.sms', { ...secret, channel: 'sms' });
  await post('post.sms', { ...secret, channel: 'voice' });
  const messages = await outbox('+27821234567');
  expect(messages.map(({ channel }) => channel)).toEqual(expect.arrayContaining(['sms', 'voice']));
  expect(messages.find(({ channel }) => channel === 'sms')?.text).toContain('Atrium code: 4821.');
  expect(messages.find(({ channel }) => channel === 'voice')?.text).toContain('4 8 2 1');
});

test('a sent PIN does not stay in the outbox', async () => {
  const order = { type: 'pin', values: { pin: '9031', minutes: 10 }, to: 'x@atrium.test', language: 'en', company: 3 };
  await post('post.mail', { ...order, isSecret: true });
  expect((await outbox('x@atrium.test'))[0]?.pin).toBe('9031');
  const rows = await app.owner.sql.many<{ payload: unknown }>(`select payload from outbox where topic = 'post.mail'`);
  expect(JSON.stringify(rows)).not.toContain('9031');
});

test('a provider that is down gets the letter later, and a letter that came too late is not sent', async () => {
  await fault('mail', 'error', 1);
  const order = { type: 'pin', values: { pin: '1111', minutes: 10 }, to: 'y@atrium.test', language: 'en', company: 3 };
  await post('post.mail', order);
  await outbox('y@atrium.test');
  const waiting = await app.owner.sql.one<{ done_at: Date | null; last_error: string }>(
    `select done_at, last_error from outbox where topic = 'post.mail' order by id desc limit 1`,
  );
  expect(waiting).toMatchObject({ done_at: null, last_error: expect.stringContaining('later') });
  await app.owner.sql.run(`update outbox set due_at = created_at where done_at is null`);
  expect((await outbox('y@atrium.test'))[0]?.pin).toBe('1111');

  await post('post.mail', { ...order, to: 'z@atrium.test', until: after(now(), -hourMs).toISOString() });
  expect(await outbox('z@atrium.test')).toEqual([]);
  expect(await lastTrace()).toMatchObject({ type: 'pin', code: 'too_late' });
});

test('a letter that is refused is not tried again and leaves a trace', async () => {
  const order = { type: 'pin', values: { pin: '2222', minutes: 10 }, to: 'no mailbox', language: 'en', company: 3 };
  await post('post.mail', { ...order, isSecret: true });
  await app.drain();
  const row = await app.owner.sql.one<{ done_at: Date | null }>(
    `select done_at from outbox where topic = 'post.mail' order by id desc limit 1`,
  );
  expect(row.done_at).not.toBeNull();
  expect(await lastTrace()).toMatchObject({ code: 'bad_recipient' });
});

test('a client without a phone number gets no text message, which leaves a trace', async () => {
  const lead = await app.signIn('global.lead');
  await app.database.sql.run('update client set mobile_phone = null where id = $1', [lead.clientId]);
  await post('post.sms', { type: 'pin', values: { pin: '3333', minutes: 10 } }, lead.clientId);
  await app.drain();
  expect(await lastTrace()).toMatchObject({ code: 'nobody_to_send_to' });
});

async function post(topic: string, payload: object, client?: number): Promise<void> {
  await app.database.sql.run('insert into outbox (topic, client_id, payload, due_at, created_at) values ($1, $2, $3, $4, $4)', [
    topic,
    client ?? null,
    JSON.stringify(payload),
    now(),
  ]);
}

async function fault(target: string, mode: string, count: number): Promise<void> {
  const answer = await app.call({ method: 'POST', path: '/sandbox/faults', body: { target, mode, count } });
  expect(answer.success).toBe(true);
}

async function lastTrace(): Promise<unknown> {
  const row = await app.owner.sql.one<{ detail: unknown }>(
    `select detail from audit_event where action = 'notices.not_sent' order by id desc limit 1`,
  );
  return row.detail;
}
