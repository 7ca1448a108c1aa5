import { clientId } from '../../base/id.ts';
import { seedPassword } from '../../../seed/personas.ts';
import type { TestApp } from './app.ts';
import { addressesOf, now, pinSentTo, resetFor, signUpAs, sweep, type Fact, type World } from './telling.ts';

const byMail = ['screen', 'mail'] as const;

/** Of signing up, and of passwords. */
export const entranceFacts: readonly Fact[] = [
  {
    fact: 'a year has passed since they confirmed what is known of them',
    type: 'yearly_confirmation_due',
    over: ['screen', 'mail'],
    live: ['client_info'],
    ready: async (world) => {
      await confirmedBefore(world, '366 days');
      return () => sweep(world.app, 'enrolment.yearly');
    },
  },
  {
    fact: 'they have let the yearly confirmation pass',
    type: 'yearly_confirmation_overdue',
    over: ['screen', 'mail'],
    live: ['client_info'],
    ready: async (world) => {
      await confirmedBefore(world, '400 days');
      await world.app.owner.sql.run('update client_due set told_at = due_at where client_id = $1', [world.client.clientId]);
      return async () => {
        await sweep(world.app, 'enrolment.yearly');
        // The facts after this one are those of a client who may do all.
        const about = [world.client.clientId];
        await world.app.owner.sql.run('update client set status_id = 12 where id = $1', about);
        await world.app.owner.sql.run('delete from client_due where client_id = $1', about);
        world.app.opened.app.sessions.forgetClient(clientId(world.client.clientId));
      };
    },
  },
  {
    fact: 'somebody signs up with the address of a client',
    type: 'registration_known',
    over: ['mail'],
    live: [],
    ready: async (world) => {
      const { email } = await addressesOf(world.app, world.client);
      return () => signUpAs(world, email);
    },
  },
  {
    fact: 'somebody signs up with the address of a client whose data was erased',
    type: 'registration_erased',
    over: ['mail'],
    live: [],
    ready: async (world) => {
      const { sql } = world.app.owner;
      const { email } = await addressesOf(world.app, world.client);
      await sql.run('delete from challenge');
      const { id } = await sql.one<{ id: number }>(
        `insert into erasure_request (client_id, state, asked_by, asked_at) values ($1, 'agreed', 'client', now()) returning id`,
        [world.client.clientId],
      );
      return async () => {
        await signUpAs(world, email);
        await sql.run('delete from erasure_request where id = $1', [id]);
      };
    },
  },
  {
    fact: 'somebody signs up with an address that is nobody’s',
    type: 'registration_code',
    over: ['mail'],
    live: [],
    ready: async (world) => {
      const { sql } = world.app.owner;
      const { email } = await addressesOf(world.app, world.client);
      const callIt = (address: string) => sql.run('update client set email = $2 where id = $1', [world.client.clientId, address]);
      await sql.run('delete from challenge');
      return async () => {
        // What is written to the address is counted as the client's: it is theirs before and afterwards.
        await callIt('elsewhere@example.com');
        await signUpAs(world, email);
        await world.app.drain();
        await callIt(email);
      };
    },
  },
  {
    fact: 'a password that had to be changed is set',
    type: 'password_changed',
    over: byMail,
    live: ['client_info', 'notices'],
    ready: async ({ app, client, payments }) => {
      await app.owner.sql.run('update client set is_password_change_required = true where id = $1', [client.clientId]);
      const passwords = { password: 'Harbour2026', password2: 'Harbour2026' };
      return () => payments.post('api/direct/myfxtm-reset-password/setRequiredPassword', passwords);
    },
  },
  {
    fact: 'a password of a trading account is changed',
    type: 'account_password_changed',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      const account = await world.books.account(world.client, 'advantage mt5', { currency: 'USD', amount: '0' });
      const path = 'api/direct/account-change-password';
      await world.payments.post(`${path}/sendpin`, { account });
      const pin = await pinSentTo(world.app, (await addressesOf(world.app, world.client)).email);
      const typed = { password: 'Harbour-2026', password2: 'Harbour-2026' };
      return () => world.payments.post(`${path}/password`, { account, pin, ...typed });
    },
  },
  {
    fact: 'somebody forgot the password of an address that is nobody’s',
    type: 'reset_unknown',
    over: ['mail'],
    live: [],
    ready: async (world) => {
      const { sql } = world.app.owner;
      const { email } = await addressesOf(world.app, world.client);
      const callIt = (address: string) => sql.run('update client set email = $2 where id = $1', [world.client.clientId, address]);
      return async () => {
        // What is written to the address is counted as the client's: it is theirs before and afterwards.
        await callIt('elsewhere@example.com');
        await resetFor(world, email);
        await world.app.drain();
        await callIt(email);
      };
    },
  },
  {
    fact: 'what was told of employment is told anew',
    type: 'records_updated',
    over: byMail,
    live: ['client_info', 'notices'],
    ready:
      async ({ payments }) =>
      () =>
        payments.post('api/direct/client-data/update_employment_info', { profession_id: '26' }),
  },
  {
    fact: 'the personal data that they asked for is written',
    type: 'personal_data_ready',
    over: byMail,
    live: ['exports', 'notices'],
    ready: async (world) => {
      await seededPassword(world.app, world.client);
      return () => world.payments.post('api/exports/personal', { format: 'json', password: seedPassword });
    },
  },
  {
    fact: 'they ask to be erased',
    type: 'erasure_asked',
    over: byMail,
    live: ['client_info', 'notices'],
    ready: async (world) => () => askErasure(world),
  },
  {
    fact: 'the desk does not erase them',
    type: 'erasure_declined',
    over: byMail,
    live: ['client_info', 'notices'],
    ready: async (world) => {
      await askErasure(world);
      const as = await world.app.signInStaff('compliance');
      const path = `/api/desk/personal-data/${world.client.clientId}/erasure`;
      const body = { decision: 'decline', reason_code: 'not_you', reason: 'Nobody answered the phone.' };
      return () => world.app.call({ method: 'POST', path, body, as });
    },
  },
  {
    fact: 'two persons agree that they are erased',
    type: 'erasure_agreed',
    over: byMail,
    live: [],
    ready:
      async ({ app, client }) =>
      async () => {
        const { sql } = app.owner;
        // As after the agreement, but that the facts after this one are those of a client who may do all.
        await sql.run(
          `insert into erasure_request (client_id, asked_by, asked_at, state, left_at, next_at, had_business)
           values ($1, 'client', now(), 'agreed', now(), 'infinity', true)`,
          [client.clientId],
        );
        await sql.run(
          `insert into outbox (topic, key, client_id, payload, due_at, created_at)
           values ('erasure.agreed', 'told', $1, jsonb_build_object('client', $1::integer), now(), now()),
             -- And of what is taken away later: nothing of this client, as nothing was sent yet.
             ('erasure.bytes', 'told-bytes', $1, '{"objects":[]}', now(), now())`,
          [client.clientId],
        );
        await app.drain();
        await sql.run('delete from erasure_request where client_id = $1', [client.clientId]);
      },
  },
  {
    fact: 'a client freezes the account',
    type: 'account_frozen_by_client',
    over: byMail,
    live: ['client_info', 'notices'],
    ready: async (world) => () => freezing(world, () => world.payments.post('api/security/freeze', {})),
  },
  {
    fact: 'a client wants the frozen account back',
    type: 'freeze_lift_asked',
    over: byMail,
    live: ['client_info', 'notices'],
    ready: async (world) => {
      await seededPassword(world.app, world.client);
      await world.payments.post('api/security/freeze', {});
      return () => freezing(world, () => world.payments.post('api/security/freeze/lift', { password: seedPassword }));
    },
  },
  {
    fact: 'a frozen account is given back',
    type: 'freeze_lifted',
    over: byMail,
    live: ['client_info'],
    ready: async (world) => {
      await world.payments.post('api/security/freeze', {});
      await world.app.owner.sql.run(`update client_freeze set lifts_at = '2000-01-01' where lifted_at is null`);
      return () => sweep(world.app, 'freezing.lift');
    },
  },
  {
    fact: 'a second address is taken away',
    type: 'contact_changed',
    over: byMail,
    live: ['client_info', 'notices'],
    ready: async ({ app, client, payments }) => {
      await app.owner.sql.run(`update client set secondary_email = 'second@example.com', status_id = 12 where id = $1`, [
        client.clientId,
      ]);
      app.opened.app.sessions.forgetClient(clientId(client.clientId));
      await seededPassword(app, client);
      return () => payments.post('api/profile/secondary-email/remove', { password: seedPassword });
    },
  },
  {
    fact: 'somebody wants the address of a client for another account',
    type: 'contact_taken',
    over: ['mail'],
    live: [],
    ready: async ({ app, client }) => {
      const { email } = await addressesOf(app, client);
      const as = await app.signIn('global.my');
      const body = { what: 'email', value: email, password: seedPassword };
      return () => app.call({ method: 'POST', path: 'api/profile/contact/sendpin', as, body });
    },
  },
  {
    fact: 'an address of theirs is not another account’s second one any more',
    type: 'contact_left',
    over: ['mail'],
    live: [],
    ready: async ({ app, client }) => {
      const { email } = await addressesOf(app, client);
      const as = await app.signIn('ke.active');
      await app.owner.sql.run('update client set secondary_email = $2 where id = $1', [as.clientId, email]);
      const path = 'api/profile/secondary-email/remove';
      return () => app.call({ method: 'POST', path, as, body: { password: seedPassword } });
    },
  },
  {
    fact: 'a number of theirs is not another account’s any more',
    type: 'contact_left',
    over: ['sms'],
    live: [],
    ready: async ({ app, client }) => {
      const { mobile_phone: phone } = await addressesOf(app, client);
      const as = await app.signIn('ke.active');
      await app.owner.sql.run('update client set mobile_phone = $2 where id = $1', [as.clientId, phone]);
      const to = { what: 'mobile', value: '+254712345678' };
      const post = (path: string, body: object) => app.call({ method: 'POST', path, as, body: { ...to, ...body } });
      await post('api/profile/contact/sendpin', { password: seedPassword });
      const pin = await textedPin(app, to.value);
      return () => post('api/profile/contact', { pin });
    },
  },
];

/** The facts after this one find the client as they were. */
async function freezing({ app, client }: World, act: () => Promise<unknown>): Promise<void> {
  await act();
  await app.owner.sql.run('update client set status_id = 12 where id = $1', [client.clientId]);
  await app.owner.sql.run('update client_freeze set lifted_at = now() where lifted_at is null');
  // What was written past the application is believed at once.
  app.opened.app.sessions.forgetClient(clientId(client.clientId));
}

/** Another fact has changed it. */
async function seededPassword({ owner }: TestApp, { clientId: id }: World['client']): Promise<void> {
  await owner.sql.run(
    `update client set password_hash = (select password_hash from client where email = 'global.my@atrium.test') where id = $1`,
    [id],
  );
}

/** The PIN of the newest message to that number. */
async function textedPin(app: TestApp, phone: string): Promise<string> {
  await app.drain();
  const response = await fetch(`${app.url}/sandbox/outbox?to=${encodeURIComponent(phone)}`);
  const { messages } = (await response.json()) as { messages: { pin: string | null }[] };
  return messages[0]?.pin ?? '';
}

async function confirmedBefore({ app, client }: World, ago: string): Promise<void> {
  await app.owner.sql.run(
    `insert into client_due (client_id, what, why, due_at, created_at)
       values ($1, 'yearly_confirmation', 'year', $2::timestamptz - $3::interval + interval '365 days', $2)
     on conflict (client_id, what) do update set due_at = excluded.due_at, told_at = null`,
    [client.clientId, now(app), ago],
  );
}

async function askErasure({ app, client, payments }: World): Promise<void> {
  await seededPassword(app, client);
  await payments.post('api/personal-data/erasure', { password: seedPassword });
}
