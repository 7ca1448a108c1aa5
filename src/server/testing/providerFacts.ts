import { decideArchive, openFollow } from './followFixture.ts';
import { due, meanwhile, type Fact, type World } from './telling.ts';

const byMail = ['screen', 'mail'] as const;
const base = 'api/direct/investment-program';

/** What becomes of those who trade for others. */
export const providerFacts: readonly Fact[] = [
  {
    fact: 'a client is taken as a provider',
    type: 'provider_taken',
    over: byMail,
    live: ['strategies', 'notices'],
    ready: async (world) => {
      const id = await asked(world, 'Taken');
      return () => decide(world, id, { decision: 'approved' });
    },
  },
  {
    fact: 'a client is not taken as a provider',
    type: 'provider_declined',
    over: byMail,
    live: ['strategies', 'notices'],
    ready: async (world) => {
      const id = await asked(world, 'Declined');
      return () => decide(world, id, { decision: 'declined', reason_code: 'too_little_trading' });
    },
  },
  {
    fact: 'an account becomes a strategy after its call has ended',
    type: 'strategy_ready',
    over: byMail,
    live: ['strategies', 'accounts', 'dashboard'],
    ready: async (world) => {
      await converting(world, 'Ready');
      return () => due(world.app, 'providers.convert');
    },
  },
  {
    fact: 'an account is refused as a strategy after its call has ended',
    type: 'strategy_refused',
    over: byMail,
    live: ['strategies', 'accounts', 'dashboard'],
    ready: async (world) => {
      await converting(world, 'Never');
      const refuses = async () => ({ outcome: 'refused', code: 'no_permission', message: 'told by the test' }) as const;
      const { mt4 } = world.app.opened.app.platforms;
      return () => meanwhile(mt4, { changeGroup: refuses }, () => due(world.app, 'providers.convert'));
    },
  },
  closing('approved', { fact: 'a strategy is closed as its provider asked', type: 'strategy_closing' }),
  closing('declined', { fact: 'a strategy goes on that its provider wants closed', type: 'strategy_goes_on' }),
];

function closing(decision: 'approved' | 'declined', of: Pick<Fact, 'fact' | 'type'>): Fact {
  return {
    ...of,
    over: byMail,
    live: ['strategies', 'notices'],
    ready: async ({ app, client, books }) => {
      const { strategyId } = await openFollow(app, books, { provider: client, follower: await app.signIn('provider.new') });
      const path = `${base}/archive-request`;
      await app.call({ method: 'POST', path, as: client, body: { strategy_id: strategyId } });
      return () =>
        decideArchive(app, strategyId, { decision, ...(decision === 'declined' && { reason_code: 'tell_followers' }) });
    },
  };
}

/** The number of the client's request, which waits for the desk. */
async function asked({ app, client }: World, nickname: string): Promise<number> {
  await app.owner.sql.run('delete from provider_request where client_id = $1', [client.clientId]);
  const body = { nickname, where: 'external', external_account: 'Somewhere 1' };
  const answer = await app.call({ method: 'POST', path: `${base}/provider-approval`, as: client, body });
  if (!answer.success) throw new Error(`nobody was asked: ${JSON.stringify(answer.errors)}`);
  const row = await app.owner.sql.one<{ id: number }>(
    'select max(id)::integer as id from provider_request where client_id = $1',
    [client.clientId],
  );
  return row.id;
}

async function decide({ app }: World, id: number, body: object) {
  const as = await app.signInStaff('compliance');
  return app.call({ method: 'POST', path: `/api/desk/providers/${id}`, as, body: { ...body, reason: 'Told by the test.' } });
}

/** A conversion whose answer did not come. */
async function converting(world: World, name: string): Promise<void> {
  const { app, client, books } = world;
  await decide(world, await asked(world, name), { decision: 'approved' });
  const number = await books.account(client, 'ecn mt4', { currency: 'USD', amount: '500.00' });
  const { mt4 } = app.opened.app.platforms;
  const unknown = async () => ({ outcome: 'unknown', reason: 'told by the test' }) as const;
  const body = {
    account_number: number,
    investment_strategy_name: name,
    investment_strategy_remuneration: 10,
    minimum: '100',
  };
  await meanwhile(mt4, { changeGroup: unknown }, () =>
    app.call({ method: 'POST', path: `${base}/account-request`, as: client, body }),
  );
}
