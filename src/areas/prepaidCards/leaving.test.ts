import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ClientId } from '../../base/id.ts';
import type { TestApp } from '../../server/testing/app.ts';
import type { BookFixture } from '../../server/testing/bookFixture.ts';
import { openCardFixture, type CardFixture } from '../../server/testing/cardFixture.ts';
import { meanwhile, sweep } from '../../server/testing/telling.ts';
import { becomeClientOf } from '../moves/clientRows.ts';
import { isSomethingLeft } from '../personalData/store.ts';
import { followCard } from './following.ts';
import { dueCards, keepMessage } from './store.ts';

/* What becomes of cards when their client moves to another company, is closed, or is erased. */

let app: TestApp;
let books: BookFixture;
let cards: CardFixture;
let card: number;

beforeAll(async () => {
  cards = await openCardFixture('global.active', { wallet: '300.00' });
  ({ app, books } = cards);
  card = await cards.active('USD');
});
afterAll(() => app.close());
// oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
afterEach(async () => expect(await books.faults()).toEqual([]));

const desk = () => {
  const found = app.opened.app.payments.cardissuer?.cards;
  if (!found) throw new Error('nobody issues cards');
  return found;
};
const absent = async () => ({ outcome: 'absent' }) as const;
const id = () => cards.client.clientId;
async function hasStatus(status: number): Promise<void> {
  await app.owner.sql.run('update client set status_id = $2, version = version + 1 where id = $1', [id(), status]);
  app.opened.app.sessions.forgetClient(id());
}
const row = async (of: number) =>
  app.owner.sql.one<{ phase: string; reason: string | null }>('select phase, reason from prepaid_card where id = $1', [of]);
const minorIn = async (company: number, currency: string) => {
  const found = await app.owner.sql.maybe<{ minor: bigint }>(
    `select balance as minor from ledger_account where client_id = $1 and kind = 'wallet' and company = $2 and unit = $3`,
    [id(), company, currency],
  );
  return found?.minor ?? 0n;
};

test('an application of a client who was closed before the issuer was asked is ended, and its fee comes back once', async () => {
  const euros = await books.wallet(cards.client, { currency: 'EUR', amount: '30.00' });
  const lost = { lookUp: absent, apply: async () => ({ outcome: 'unknown', reason: 'told by the test' }) as const };
  let asked = 0;
  await meanwhile(desk(), lost, async () => {
    asked = await cards.asked('EUR');
    expect(await books.inLedger(euros)).toBe('20.00');
    await hasStatus(5);
    // What was sent may still arrive: so long nothing is ended.
    await cards.follow();
    expect((await row(asked)).phase).toBe('requested');
    await app.opened.clock.advance(11 * 60);
    let times = 0;
    const counts = async () => {
      times += 1;
      return lost.apply();
    };
    await meanwhile(desk(), { apply: counts }, cards.follow);
    await cards.follow();
    expect(times).toBe(0);
  });
  expect(await row(asked)).toEqual({ phase: 'declined', reason: 'closed' });
  expect(await books.inLedger(euros)).toBe('30.00');
  // The card that is there is the client's, with what is on it.
  expect((await row(card)).phase).toBe('active');
  await hasStatus(12);
  expect((await cards.own(asked)).reason).toMatch(/closed before the issuer was asked/);
});

test('an application that another process sends just as its client leaves is neither sent after its end nor ended behind it', async () => {
  const lookUp = desk().lookUp.bind(desk());
  let asked = 0;
  let times = 0;
  const apply = async () => {
    times += 1;
    return { outcome: 'unknown', reason: 'told by the test' } as const;
  };
  /** What another process does while this one asks. */
  let meanwhileElsewhere = async (): Promise<unknown> => undefined;
  const looks = async (reference: string) => {
    if (asked === 0) return { outcome: 'unknown', reason: 'told by the test' } as const;
    await meanwhileElsewhere();
    return lookUp(reference);
  };
  await meanwhile(desk(), { lookUp: looks, apply }, async () => {
    asked = await cards.asked('EUR');
    meanwhileElsewhere = () => app.owner.sql.run(`update prepaid_card set phase = 'declined' where id = $1`, [asked]);
    await cards.follow();
    expect(times).toBe(0);
    await app.owner.sql.run(`update prepaid_card set phase = 'requested' where id = $1`, [asked]);
    await hasStatus(5);
    meanwhileElsewhere = () =>
      app.owner.sql.run(`update prepaid_card set apply_sent_at = $2 where id = $1`, [asked, app.opened.clock.now()]);
    await cards.follow();
    expect((await row(asked)).phase).toBe('requested');
    meanwhileElsewhere = async () => undefined;
    await app.opened.clock.advance(11 * 60);
    await cards.follow();
  });
  expect([await row(asked), await minorIn(3, 'EUR')]).toEqual([{ phase: 'declined', reason: 'closed' }, 3_000n]);
  await hasStatus(12);
});

test('whoever is frozen blocks a card and takes no block back; whoever is closed has what is on theirs', async () => {
  const block = (blocked: boolean) => cards.payments.post(`api/prepaid-cards/${card}/block`, { blocked });
  await hasStatus(14);
  expect((await block(true)).errors).toEqual([]);
  await cards.follow();
  expect((await row(card)).phase).toBe('blocked');
  expect((await block(false)).errors[0]).toMatchObject({ code: 'account_frozen' });
  await hasStatus(5);
  expect((await block(false)).errors).toEqual([]);
  await cards.follow();
  expect((await row(card)).phase).toBe('active');
  // Whoever closes them sees that it can be used still.
  const finance = await app.signInStaff('finance');
  const { data } = await app.call({ method: 'GET', path: `/api/desk/closing/${id()}`, as: finance });
  expect(data.cards).toEqual([{ id: card, currency: 'USD', last_four: expect.stringMatching(/^\d{4}$/), phase: 'active' }]);
  await hasStatus(12);
});

test('a card moves along to another company, and so does the fee of an application that is declined later', async () => {
  const open = await cards.asked('EUR');
  const of = { clientId: id(), company: 4, branch: 1, country: null, category: 0, termsVersion: 1 } as const;
  await app.owner.sql.run(
    `insert into company_move (client_id, from_company, to_company, phase, country, terms_version, begun_at, moved_at, ended_at, created_at)
     values ($1, 3, 4, 'moved', 'GB', 1, now(), now(), now(), now())`,
    [id()],
  );
  await app.database.transact((sql) => becomeClientOf(sql, of));
  app.opened.app.sessions.forgetClient(id());
  expect(await cards.own(card)).toMatchObject({ phase: 'active' });
  await cards.payments.post(`/sandbox/payments/${await cards.referenceOf(open)}`, { outcome: 'declined' });
  await cards.follow();
  expect((await row(open)).phase).toBe('declined');
  expect(await minorIn(3, 'EUR')).toBe(3_000n);
  // What came into a wallet of the former company goes to the one of the new.
  await sweep(app, 'moves.late');
  expect([await minorIn(3, 'EUR'), await minorIn(4, 'EUR')]).toEqual([0n, 3_000n]);
});

test('a card that can be used stands in the way of being erased, a blocked one does not, and then it is followed no more', async () => {
  const { sql } = app.owner;
  const { id: lead } = await sql.one<{ id: ClientId }>(`select id from client where email = 'global.lead@atrium.test'`);
  const left = () => isSomethingLeft(sql, lead);
  expect(await left()).toBe(false);
  const kept = await sql.one<{ id: number; reference: string }>(
    `insert into prepaid_card (client_id, company_id, currency, fee, name_on_card, street, city, postcode, country, phase, asked_at, moved_at, due_at)
     values ($1, 3, 'USD', 0, 'A LEAD', '-', '-', '-', 'ZA', 'active', now(), now(), '2000-01-01') returning id, reference`,
    [lead],
  );
  expect(await left()).toBe(true);
  await sql.run(`update prepaid_card set phase = 'blocked' where id = $1`, [kept.id]);
  expect(await left()).toBe(false);
  const tell = (text: string) =>
    keepMessage(sql, {
      digest: createHash('sha256').update(text).digest(),
      reference: kept.reference,
      body: Buffer.from(text),
      headers: { of: text },
      at: app.opened.clock.now(),
    });
  await tell('before');
  await sql.run(
    `insert into erasure_request (client_id, asked_by, asked_at, state, left_at, next_at, had_business)
     values ($1, 'client', now(), 'agreed', now(), now() + interval '9 years', true)`,
    [lead],
  );
  await tell('after');
  const messages = await sql.many(
    'select body::text, headers from prepaid_card_message where reference = $1 order by at, body desc',
    [kept.reference],
  );
  expect(messages).toEqual([
    { body: `\\x${Buffer.from('before').toString('hex')}`, headers: { of: 'before' } },
    { body: '\\x', headers: {} },
  ]);
  expect(await followCard(app.opened.app, kept.id)).toBe('nothing');
  expect(await dueCards(sql, app.opened.clock.now(), 50)).not.toContain(kept.id);
});
