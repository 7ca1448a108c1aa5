import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientId } from '../../base/id.ts';
import { after, hourMs } from '../../base/time.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import type { InboxMessage } from './contract.ts';
import { inboxCount, putMessage, type MessageOrder } from './face.ts';

let app: TestApp;
let thandi: SignedIn;
let ids: number[] = [];
const start = new Date('2026-03-02T10:00:00Z');

beforeAll(async () => {
  app = await openTestApp();
  thandi = await app.signIn('global.active');
  await app.owner.sql.run('delete from inbox_message');
  const groups = ['account_opening', 'backoffice', 'customer_support', 'trade_enquiry', 'compliance'] as const;
  for (let count = 0; count < 12; count += 1) {
    const group = groups[count % groups.length] ?? 'backoffice';
    const text = count === 3 ? '<p>The <b>Fee</b> of 100%_ was paid</p>' : `<p>Message ${count}</p>`;
    ids.push((await put({ group, text, now: after(start, count * hourMs) })) ?? 0);
  }
});
afterAll(() => app.close());

const put = (order: Partial<MessageOrder>) =>
  app.database.transact((sql) =>
    putMessage(sql, { clientId: clientId(thandi.clientId), group: 'backoffice', text: '<p>x</p>', now: start, ...order }),
  );
const list = async (query = '', as = thandi) =>
  (await app.call({ method: 'GET', path: `api/direct/inbox${query}`, as })).data.direct;
const update = (action: string, body: object, as = thandi) =>
  app.call({ method: 'PATCH', path: `api/direct/inbox?action=${action}`, body, as });
const own = (count: number) => ids[count] ?? 0;

test('a page holds five messages, newest first, with the counts of all', async () => {
  const page = await list();
  expect(page.inbox_messages.map((message: InboxMessage) => message.id)).toEqual([11, 10, 9, 8, 7].map(own));
  expect(page).toMatchObject({ all_messages: 12, unread_messages: 12, favorite_messages: 0, total_items: 12, page_size: 5 });
  expect((await list('?page=3')).inbox_messages).toHaveLength(2);
  // Readings §32: what lies behind the last page is the last page.
  for (const behind of [4, 100_000]) expect(await list(`?page=${behind}`)).toEqual(await list('?page=3'));
});

test('a page below one is refused', async () => {
  const answer = await app.call({ method: 'GET', path: 'api/direct/inbox?page=0', as: thandi });
  expect(answer.httpStatus).toBe(422);
});

test('a group is taken by name or number; one that is none means all', async () => {
  expect(await list('?group=compliance')).toMatchObject({ total_items: 2, all_messages: 12 });
  expect((await list('?group=5')).inbox_messages[0].group).toBe('compliance');
  expect((await list('?group=marketing')).total_items).toBe(12);
});

test('opening marks as read, and it can be taken back', async () => {
  const read = await update('read', { ids: [own(1), own(2)] });
  expect(read.data.direct).toMatchObject({ unread_messages: 10, all_messages: 12 });
  expect(read.data.direct.inbox_messages.map((message: InboxMessage) => message.status)).toEqual(['read', 'read']);
  expect((await update('unread', { ids: [own(1), own(2)] })).data.direct.unread_messages).toBe(12);
});

test('favourites are kept and filtered', async () => {
  await update('favorite', { ids: [own(4)] });
  const page = await list('?is_favorite=1');
  expect(page.inbox_messages.map((message: InboxMessage) => message.id)).toEqual([own(4)]);
  expect(page.favorite_messages).toBe(1);
  expect((await update('unfavorite', { ids: [own(4)] })).data.direct.favorite_messages).toBe(0);
});

test('words are found in any case, without tags, and what looks like a pattern is taken as it is', async () => {
  expect((await list('?search_text=the%20FEE%20of')).inbox_messages.map((message: InboxMessage) => message.id)).toEqual([own(3)]);
  expect((await list('?search_text=100%25_')).total_items).toBe(1);
  expect((await list('?search_text=%25')).total_items).toBe(1);
  expect((await list('?search_text=%20%20')).total_items).toBe(12);
});

test('a wrong action, or ids that are no list, is an error', async () => {
  expect((await update('delete', { ids: [own(1)] })).httpStatus).toBe(422);
  expect((await update('read', { ids: own(1) })).httpStatus).toBe(422);
  expect((await update('read', { ids: [] })).httpStatus).toBe(422);
  expect((await update('read', { ids: ['one'] })).httpStatus).toBe(422);
  expect((await update('read', { ids: [2_147_483_648] })).httpStatus).toBe(422);
});

test('another client’s messages can be neither read nor changed', async () => {
  const other = await app.signIn('eu.active');
  expect((await list('', other)).inbox_messages).not.toContainEqual(expect.objectContaining({ id: own(1) }));
  expect((await update('read', { ids: [own(1)] }, other)).data.direct.inbox_messages).toEqual([]);
  expect((await list()).unread_messages).toBe(12);
});

test('the count of unread messages rides on the next answer', async () => {
  await app.call({ method: 'GET', path: 'api/client_info', as: thandi });
  await put({ key: 'welcome', text: '<p>Welcome</p>' });
  const answer = await app.call({ method: 'GET', path: 'api/notifications', as: thandi });
  expect(answer.inbox_count).toBe(await inboxCount(app.database.sql, clientId(thandi.clientId)));
});

test('the same fact’s message is put once', async () => {
  expect(await put({ key: 'welcome' })).toBeUndefined();
});
