import { addressesOf, pinSentTo, resetFor, signUpAs, type Fact } from './telling.ts';

const byMail = ['screen', 'mail'] as const;

/** Of signing up, and of passwords. */
export const entranceFacts: readonly Fact[] = [
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
];
