import { expect } from 'vitest';
import { moveTopic } from '../../areas/moves/driving.ts';
import { outlastOperations } from './operations.ts';
import { due, meanwhile, sweep, type Fact, type World } from './telling.ts';

const byMail = ['screen', 'mail'] as const;
const moved = ['client_info', 'accounts', 'wallets', 'dashboard'] as const;
const migrate = 'api/direct/forextime/clients/migrate';
const transfer = 'api/direct/batch-b2b-transfer';

/** What becomes of a client who moves between companies, one fact after the other: theirs is a client of their own. */
export const moveFacts: readonly Fact[] = [
  {
    fact: 'an account of a retail client of the EU has lost a tenth',
    type: 'account_loss',
    over: byMail,
    live: ['notices'],
    ready: async ({ app, dollars }) => {
      const quarter = `date_trunc('quarter', $2::timestamptz at time zone 'UTC')::date`;
      const of = [dollars, app.opened.clock.now()];
      await app.owner.sql.run(`insert into equity_snapshot values ($1, ${quarter} - 1, 100000, 100000)`, of);
      await app.owner.sql.run(
        `insert into account_loss (number, period, step, seen_at) values ($1, ${quarter}, 1, $2::timestamptz - interval '1 hour')`,
        of,
      );
      await app.owner.sql.run('update trading_account set equity = 89000 where number = $1', [dollars]);
      return () => sweep(app, 'accountLosses');
    },
  },
  {
    fact: 'a move that was asked for is declined',
    type: 'company_move_declined',
    over: byMail,
    live: ['client_info'],
    ready: async ({ app, client }) => {
      const { id } = await app.owner.sql.one<{ id: number }>(
        `insert into company_move (client_id, from_company, to_company, phase, country, created_at)
         values ($1, 1, 4, 'asked', 'GB', now()) returning id`,
        [client.clientId],
      );
      const as = await app.signInStaff('compliance');
      const body = { decision: 'declined', reason_code: 'suspicion', reason: 'As it was seen.' };
      return async () => expect((await app.call({ method: 'POST', path: `/api/desk/moves/${id}`, as, body })).errors).toEqual([]);
    },
  },
  {
    fact: 'a move to another company may be made',
    type: 'company_move_offered',
    over: byMail,
    live: ['client_info'],
    ready: async (world) => {
      await world.app.owner.sql.run(`update company_move set phase = 'withdrawn' where client_id = $1`, [world.client.clientId]);
      await lives(world, 'GB');
      return () => acts(world, 'accept_uk_terms');
    },
  },
  {
    fact: 'a move was given up, and everything is as it was',
    type: 'company_move_given_up',
    over: byMail,
    live: moved,
    ready: async (world) => {
      await acts(world, 'approve_uk_movement');
      const pin = await pinFor(world, 'sendpin_uk');
      const { mt5 } = world.app.opened.app.platforms;
      const open = async () => ({ outcome: 'done', positions: [{ position: '1' } as never] }) as const;
      return () =>
        meanwhile(mt5, { positions: open }, async () => processed(world, { way: 'process_uk', pin, status: 'given_up' }));
    },
  },
  {
    fact: 'a move is finished after its call has ended',
    type: 'company_moved',
    over: byMail,
    live: moved,
    ready: async (world) => {
      await unheard(world, { way: 'process_uk', pin: await pinFor(world, 'sendpin_uk'), which: (amount) => amount < 0n });
      await outlastOperations(world.app);
      return () => due(world.app, moveTopic);
    },
  },
  {
    fact: 'the new account would not take the money of the old one',
    type: 'company_move_to_wallet',
    over: byMail,
    live: ['accounts', 'wallets', 'dashboard'],
    ready: async (world) => {
      await lives(world, 'ZA');
      await acts(world, 'accept_ftg_terms');
      await acts(world, 'approve_ftg_movement');
      await unheard(world, { way: 'process', pin: await pinFor(world, 'sendpin'), which: (amount) => amount > 0n });
      await outlastOperations(world.app);
      const { mt5 } = world.app.opened.app.platforms;
      const refused = async () => ({ outcome: 'refused', code: 'rejected', message: 'no' }) as never;
      const goesOn = () => meanwhile(mt5, { balanceOperation: refused }, async () => due(world.app, moveTopic));
      // The sending that was not heard of may still take effect, so that the refusal of the second is not the end yet.
      await goesOn();
      await outlastOperations(world.app);
      return goesOn;
    },
  },
  {
    fact: 'who may move is found to be a client of that company already',
    type: 'company_move_declined',
    over: byMail,
    live: ['client_info'],
    ready: async ({ app, client }) => {
      await app.owner.sql.run(
        `insert into company_move (client_id, from_company, to_company, phase, country, created_at)
         select id, company_id, 4, 'offered', 'GB', now() from client where id = $1`,
        [client.clientId],
      );
      const there = await app.signIn('uk.active');
      const { id } = await app.owner.sql.one<{ id: number }>(
        `insert into duplicate_finding (client_id, other_id, kinds, found_at) values ($1, $2, '{phone}', now()) returning id`,
        [client.clientId, there.clientId],
      );
      const as = await app.signInStaff('compliance');
      const body = { decision: 'same_person', reason: 'One passport.' };
      return async () => {
        expect((await app.call({ method: 'POST', path: `/api/desk/duplicates/${id}`, as, body })).errors).toEqual([]);
        await app.drain();
      };
    },
  },
];

async function lives({ app, client }: World, country: string): Promise<void> {
  await app.owner.sql.run('update client set country = $2, version = version + 1 where id = $1', [client.clientId, country]);
  app.opened.app.sessions.forgetClient(client.clientId);
}

async function acts({ payments }: World, action: string): Promise<void> {
  expect((await payments.post(migrate, { action, is_terms_agreed: true })).errors).toEqual([]);
}

async function pinFor({ app, client, payments }: World, way: string): Promise<string> {
  await app.owner.sql.run(`update challenge set created_at = created_at - interval '1 hour' where subject = $1`, [
    `client:${client.clientId}`,
  ]);
  expect((await payments.post(`${transfer}/${way}`, {})).errors).toEqual([]);
  await app.drain();
  const { email } = await app.owner.sql.one<{ email: string }>('select email from client where id = $1', [client.clientId]);
  const { messages } = (await (await fetch(`${app.url}/sandbox/outbox?to=${email}`)).json()) as {
    messages: { pin: string | null }[];
  };
  return messages.find(({ pin }) => pin !== null)?.pin ?? '';
}

interface Asked {
  readonly way: string;
  readonly pin: string;
}

async function processed({ payments }: World, { way, pin, status }: Asked & { readonly status: string }): Promise<void> {
  const answer = await payments.post(`${transfer}/${way}`, { pin });
  expect(answer.errors).toEqual([]);
  expect(answer.data.direct.status).toBe(status);
}

/** What the platform is asked of such an amount, nobody hears of, and it was not done. */
async function unheard(
  world: World,
  { which, ...asked }: Asked & { readonly which: (amount: bigint) => boolean },
): Promise<void> {
  const { mt5 } = world.app.opened.app.platforms;
  const usual = mt5.balanceOperation.bind(mt5);
  const lost = { outcome: 'unknown', reason: 'the line was cut' } as const;
  const deaf = async (...given: Parameters<typeof usual>) => (which(given[0].amount) ? lost : usual(...given));
  await meanwhile(mt5, { balanceOperation: deaf, findByTag: async () => lost }, async () =>
    processed(world, { ...asked, status: 'under_way' }),
  );
}
