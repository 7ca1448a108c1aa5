import { generateSync } from 'otplib';
import { seedPassword } from '../../../seed/personas.ts';
import { leverageTopic } from '../../areas/accounts/changes.ts';
import { putMessage } from '../../areas/inbox/face.ts';
import { clientId } from '../../base/id.ts';
import { outlastOperations } from './operations.ts';
import {
  askForPin,
  bringPastSignal,
  changeLeverage,
  correct,
  due,
  meanwhile,
  now,
  openAccount,
  readAnew,
  sweep,
  type Fact,
  type World,
} from './telling.ts';

const byMail = ['screen', 'mail'] as const;
const onScreen = ['screen'] as const;
const nowhere = [] as const;

/** Those that say what they are good for. */
const pinsOfMoney = [
  { type: 'payout_pin', values: { amount: { amount: '60.00', currency: 'USD' }, to: 'USD **** 4417', others: 0 } },
  { type: 'gold_delivery_pin', values: { weight: '10', cost: { amount: '35.00', currency: 'USD' }, to: 'Durban, ZA' } },
] as const;

/** What becomes of accounts, orders, letters and rates. */
export const otherFacts: readonly Fact[] = [
  {
    fact: 'an account is opened',
    type: 'account_opened',
    over: byMail,
    live: ['accounts', 'dashboard', 'client_info'],
    ready: async (world) => () => openAccount(world, 'live'),
  },
  {
    fact: 'an account is opened after its call has ended',
    type: 'account_opened_late',
    over: byMail,
    live: ['accounts', 'dashboard', 'client_info'],
    ready: async (world) => {
      await world.books.fail('trading', 'timeout_before', 2);
      await openAccount(world, 'demo');
      await outlastOperations(world.app);
      return () => due(world.app, 'opening.finish');
    },
  },
  {
    fact: 'a demo account is topped up after its call has ended',
    over: nowhere,
    live: ['accounts', 'dashboard'],
    ready: async ({ app, client }) => {
      const { accounts } = (await app.call({ method: 'GET', path: 'api/accounts', as: client })).data;
      const path = `api/accounts/top-up/${accounts.demo[0].number}`;
      await app.call({ method: 'POST', path, body: { amount: '100' }, as: client });
      return () => due(app, 'opening.top_up');
    },
  },
  {
    fact: 'a W-8BEN is about to end',
    type: 'w8ben_ending',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      await signW8ben(world, '20 days');
      return () => sweep(world.app, 'stocks.w8ben');
    },
  },
  {
    fact: 'a W-8BEN has lapsed',
    type: 'w8ben_lapsed',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      await signW8ben(world, '-2 days');
      return () => sweep(world.app, 'stocks.w8ben');
    },
  },
  {
    fact: 'an account is refused after its call has ended',
    type: 'account_not_opened',
    over: onScreen,
    live: ['accounts', 'dashboard'],
    ready: async (world) => {
      await world.books.fail('trading', 'timeout_before', 2);
      await openAccount(world, 'demo');
      await outlastOperations(world.app);
      const refuses = async () => ({ outcome: 'refused', code: 'rejected', message: 'told by the test' }) as const;
      const { mt5 } = world.app.opened.app.platforms;
      return () => meanwhile(mt5, { openAccount: refuses }, () => due(world.app, 'opening.finish'));
    },
  },
  {
    fact: 'a client ends a session of theirs elsewhere',
    type: 'session_ended',
    over: byMail,
    live: ['sessions', 'notices'],
    ready: async ({ app, client }) => {
      const { sid } = (await app.call({ method: 'GET', path: 'api/client_info', as: await app.signIn('global.active') })).data;
      return () => app.call({ method: 'POST', path: 'api/sessions/end', as: client, body: { sid } });
    },
  },
  {
    fact: 'somebody signs in as them from a device that is not known',
    type: 'new_device',
    over: byMail,
    live: ['notices'],
    ready: async ({ app }) => {
      await app.signIn('global.active');
      const body = { id: 'global.active@atrium.test', password: seedPassword };
      const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0' };
      return () => app.call({ method: 'POST', path: '/api/client/login', body, headers });
    },
  },
  {
    fact: 'an authenticator app is turned on',
    type: 'second_factor_changed',
    over: byMail,
    live: ['security', 'notices'],
    ready: async ({ app, client }) => {
      const begin = { method: 'POST', path: 'api/security/totp/begin', as: client, body: { password: seedPassword } } as const;
      const { secret } = (await app.call(begin)).data;
      const finish = { method: 'POST', path: 'api/security/totp/finish', as: client } as const;
      return async () => {
        await app.call({ ...finish, body: { code: generateSync({ secret }) } });
        // The facts after this one sign in by the password alone.
        await app.owner.sql.run('delete from client_totp');
      };
    },
  },
  {
    fact: 'a position is closed',
    over: nowhere,
    live: ['positions', 'accounts'],
    ready: async ({ app, dealer }) => {
      const { fill } = await dealer.place();
      await dealer.close(fill?.position ?? '');
      return () => sweep(app, 'mirror.deals');
    },
  },
  {
    fact: 'the money on an account has changed on the platform',
    over: nowhere,
    live: ['accounts', 'equity'],
    ready: async ({ app, dollars }) => {
      await correct(app, dollars, 1_000n);
      return () => readAnew(app, dollars);
    },
  },
  {
    fact: 'the market has moved an account',
    over: nowhere,
    live: ['equity'],
    ready: async ({ app, dealer }) => {
      await dealer.place();
      await readAnew(app, dealer.demo);
      await app.owner.sql.run('update trading_account set equity = equity - 1 where number = $1', [dealer.demo]);
      return () => readAnew(app, dealer.demo);
    },
  },
  {
    fact: 'a leverage is changed',
    over: nowhere,
    live: ['accounts'],
    ready: async (world) => () => changeLeverage(world, 50),
  },
  {
    fact: 'a leverage is changed after its call has ended',
    over: nowhere,
    live: ['accounts'],
    ready: async (world) => {
      await world.books.fail('trading', 'timeout_before');
      await changeLeverage(world, 100);
      return () => due(world.app, leverageTopic);
    },
  },
  {
    fact: 'a leverage has to become less and a position holds it up',
    type: 'leverage_lowers',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      await lower(world, 20);
      const open = async () => ({ outcome: 'done', positions: [{}] }) as never;
      return () =>
        meanwhile(world.app.opened.app.platforms.mt5, { positions: open }, () => sweep(world.app, 'appropriateness.lowering'));
    },
  },
  {
    fact: 'a leverage has become less by the result of a test',
    type: 'leverage_lowered',
    over: byMail,
    live: ['accounts', 'notices'],
    ready: async (world) => {
      await lower(world, 20);
      return () => sweep(world.app, 'appropriateness.lowering');
    },
  },
  {
    fact: 'a leverage that was changed on the platform is followed',
    over: nowhere,
    live: ['accounts'],
    ready: async ({ app, dollars }) => {
      await app.opened.app.platforms.mt5.changeLeverage(dollars, 25);
      await app.owner.sql.run(`update cursor_mark set updated_at = now() - interval '1 day' where name like 'reconciled:%'`);
      return () => sweep(app, 'mirror.reconcile');
    },
  },
  {
    fact: 'an account is put away',
    over: nowhere,
    live: ['accounts', 'dashboard'],
    ready: async ({ app, books, client }) => {
      const number = await books.account(client, 'standard', { currency: 'EUR', amount: '0' });
      const path = `api/direct/accounts/${number}?action=status`;
      return async () => {
        await app.call({ method: 'PATCH', path, body: { status: 3 }, as: client });
        await due(app, 'accounts.access');
      };
    },
  },
  {
    fact: 'the broker writes a letter',
    over: nowhere,
    live: ['inbox', 'client_info'],
    ready: async ({ app, client }) => {
      const letter = { clientId: clientId(client.clientId), group: 'backoffice', text: '<p>News</p>', now: now(app) } as const;
      return () => app.database.transact((sql) => putMessage(sql, letter));
    },
  },
  {
    fact: 'a client closes a notice',
    over: nowhere,
    live: ['notices'],
    ready: async ({ payments }) => {
      const [newest] = (await payments.get('api/notifications')).data.notifications;
      return () => payments.post('api/notifications', { remove: newest.id });
    },
  },
  ...(['email', 'sms', 'voice'] as const).map((channel): Fact => ({
    fact: `a PIN is asked for (${channel})`,
    type: 'pin',
    over: channel === 'email' ? ['mail'] : ['sms'],
    live: [],
    ready: async (world) => () => askForPin(world, channel),
  })),
  ...(['email', 'sms'] as const).flatMap((channel): Fact[] =>
    pinsOfMoney.map((letter) => ({
      fact: `the PIN of ${letter.type === 'payout_pin' ? 'a withdrawal' : 'a delivery of gold'} is asked for (${channel})`,
      type: letter.type,
      over: channel === 'email' ? ['mail'] : ['sms'],
      live: [],
      ready: async (world) => () => askForPin(world, channel, letter),
    })),
  ),
  {
    fact: 'a file that was asked for is written',
    over: nowhere,
    live: ['exports'],
    ready:
      async ({ payments }) =>
      () =>
        payments.post('api/exports', { kind: 'transfers', format: 'csv' }),
  },
  {
    fact: 'terms are agreed to',
    over: nowhere,
    live: ['client_info'],
    ready: async ({ app, client, payments }) => {
      await app.owner.sql.run('update client set is_terms_agreed = false where id = $1', [client.clientId]);
      return () => payments.post('api/direct/terms', { version: 1, i_agree_tc: true });
    },
  },
  {
    fact: 'the market has ended a signal',
    over: nowhere,
    live: ['signals'],
    isForAll: true,
    ready: async ({ app }) => {
      await bringPastSignal(app);
      return () => sweep(app, 'signals.closing');
    },
  },
  {
    fact: 'the day’s rates come out',
    over: nowhere,
    live: ['rates'],
    isForAll: true,
    ready: async ({ app }) => {
      await app.owner.sql.run(`delete from reference_rate where day > (select max(day) - 7 from reference_rate)`);
      await app.owner.sql.run(`delete from cursor_mark where name like '%rate%' and not starts_with(name, 'sweep:')`);
      return () => sweep(app, 'reference-rates');
    },
  },
];

/** The account is to have less, from now on. */
async function lower({ app, client, dollars }: World, leverage: number): Promise<void> {
  await app.owner.sql.run(
    `insert into leverage_lowering (number, client_id, leverage, asked_at, next_at) values ($1, $2, $3, $4, $4)
     on conflict (number) do update set next_at = excluded.next_at`,
    [dollars, client.clientId, leverage, now(app)],
  );
}

/** One whose last day is so far from now. */
async function signW8ben({ app, client }: World, until: string): Promise<void> {
  await app.owner.sql.run(
    `insert into w8ben (client_id, tin, country, signature, signed_at, valid_until)
     values ($1, '123', 'ZA', 'Told', $2, ($2::timestamptz + $3::interval)::date)`,
    [client.clientId, now(app), until],
  );
}
