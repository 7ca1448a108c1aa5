import { bringInvestor } from '../../areas/investors/face.ts';
import { beginStrategy, endConversion } from '../../areas/strategies/face.ts';
import { clientId } from '../../base/id.ts';
import { seededAnswers } from '../../../seed/investors.ts';
import { instruments } from '../../law/investors.ts';
import { decideArchive, gain, openFollow } from './followFixture.ts';
import { meanwhile, now, sweep, type Fact, type World } from './telling.ts';

const byMail = ['screen', 'mail'] as const;
const base = 'api/direct/investment-program';

const decided = (decision: 'approved' | 'declined' | 'talk', type: Fact['type'], fact: string): Fact => ({
  fact,
  ...(type && { type }),
  over: byMail,
  live: ['strategies'],
  ready: async (world) => {
    const id = await answered(world);
    return async () => {
      const as = await world.app.signInStaff('compliance');
      const body = { decision, reason: 'Told by the test.' };
      return world.app.call({ method: 'POST', path: `/api/desk/investors/${id}`, as, body });
    };
  },
});

/** What becomes of those who follow strategies. */
export const investorFacts: readonly Fact[] = [
  decided('approved', 'investor_approved', 'an investor’s answers are taken'),
  decided('declined', 'investor_declined', 'an investor’s answers are to be given anew'),
  decided('talk', 'investor_contact', 'an investor is to be talked to first'),
  {
    fact: 'the first money of an investment has come',
    type: 'investment_started',
    over: byMail,
    live: ['strategies', 'accounts'],
    ready: async (world) => {
      await fundedUnbooked(world);
      return () => sweep(world.app, 'investments.flows');
    },
  },
  {
    fact: 'an investment has ended',
    type: 'investment_ended',
    over: byMail,
    live: ['strategies', 'accounts', 'wallets', 'dashboard'],
    ready: async (world) => {
      const { app, client } = world;
      const { direct } = (await app.call({ method: 'GET', path: `${base}/investment-accounts`, as: client })).data;
      const [{ provider_id: providerId, strategy_id: strategyId }] = direct.investment_accounts;
      const path = `${base}/unsubscribe?providerId=${providerId}&strategyId=${strategyId}`;
      await app.call({ method: 'DELETE', path, as: client });
      return () => sweep(app, 'investments.ending');
    },
  },
];

/** What is told of shares of profits, and of strategies that are closed. */
export const shareFacts: readonly Fact[] = [
  {
    fact: 'a share of what a follow has gained is paid',
    type: 'share_paid',
    over: byMail,
    live: ['strategies', 'accounts', 'transfers'],
    ready: async ({ app, books, client }) => {
      const { number } = await openFollow(app, books, { provider: await app.signIn('provider.new'), follower: client });
      await gain(app, number, '10.00');
      return () => sweep(app, 'investments.shares');
    },
  },
  {
    fact: 'a provider gets shares of a strategy',
    type: 'shares_received',
    over: byMail,
    live: ['strategies', 'wallets', 'dashboard'],
    ready: async ({ app, books, client }) => {
      const { number } = await openFollow(app, books, { provider: client, follower: await app.signIn('provider.new') });
      await gain(app, number, '10.00');
      return () => sweep(app, 'investments.shares');
    },
  },
  {
    fact: 'the provider of what is followed closes it',
    type: 'strategy_closed',
    over: byMail,
    live: ['strategies', 'accounts'],
    ready: async ({ app, books, client }) => {
      const provider = await app.signIn('provider.new');
      const { strategyId: id } = await openFollow(app, books, { provider, follower: client, daysAgo: 1 });
      await app.call({ method: 'POST', path: `${base}/archive-request`, as: provider, body: { strategy_id: id } });
      await decideArchive(app, id, { decision: 'approved' });
      // What follows it begins to end, and waits for the platform.
      await app.owner.sql.run(`update investment set status = 'closed' where strategy_id <> $1`, [id]);
      const silent = async () => ({ outcome: 'unknown', reason: 'told by the test' }) as const;
      return () => meanwhile(app.opened.app.platforms.mt4, { positions: silent }, () => sweep(app, 'investments.ending'));
    },
  },
];

/** The number of the client's questionnaire, which waits for the desk. */
async function answered({ app, client }: World): Promise<number> {
  const none = Object.fromEntries(instruments.map((each) => [`years_${each}`, 'none']));
  const body = { ...none, ...seededAnswers, agreement: true };
  const answer = await app.call({ method: 'POST', path: `${base}/investor-questionnaire`, as: client, body });
  if (!answer.success) throw new Error(`nothing was answered: ${JSON.stringify(answer.errors)}`);
  const row = await app.owner.sql.one<{ id: number }>('select max(id)::integer as id from investor_form where client_id = $1', [
    client.clientId,
  ]);
  return row.id;
}

/** A follow whose first money has come through, and nobody has booked it: its transfer is told by itself. */
async function fundedUnbooked({ app, client, books, dollars }: World): Promise<void> {
  const at = now(app);
  const { sql } = app.owner;
  const investor = clientId(client.clientId);
  await bringInvestor(sql, { clientId: investor, given: seededAnswers, status: 'time_to_deposit', at });
  const provider = await app.signIn('provider.new');
  const leader = await books.account(provider, 'ecn mt4', { currency: 'USD', amount: '200.00' });
  const offered = { name: 'Told', nickname: 'Told by a test', description: '', share: 10, minimum: 100_00n, askedAt: at };
  const strategyId = Number(await beginStrategy(sql, { ...offered, clientId: clientId(provider.clientId), number: leader }));
  await endConversion(sql, { id: strategyId, isDone: true, at });
  const number = await books.account(client, 'ecn mt4', { currency: 'USD', amount: '0.00' });
  const wallet = await books.wallet(client, { currency: 'USD', amount: '20.00' });
  const ends = { account_number: wallet, target_account_number: dollars };
  const move = (body: object) => app.call({ method: 'POST', path: 'api/payments_process', as: client, body });
  const quote = await move({ action: 'confirm', transfer_type: 'transfer', ...ends, amount: '10.00' });
  const saved = await move({ action: 'save', remittance_id: quote.data.remittance_id });
  if (saved.data.status !== 'completed') throw new Error(`nothing was moved: ${JSON.stringify(saved.errors)}`);
  await sql.run(
    `with followed as (
       insert into investment (client_id, strategy_id, number, offer_id, share, safety_mode, protection, status, asked_at)
       select $1, $2, $3, o.id, o.share, true, 50, 'opening', $4 from strategy_offer o where o.strategy_id = $2 returning id
     )
     insert into investment_flow (remittance_id, investment_id, direction, asked_at) select $5, id, 'in', $4 from followed`,
    [investor, strategyId, number, at, saved.data.transfer_id],
  );
}

const news = (decision: 'approved' | 'declined', of: Pick<Fact, 'fact' | 'type' | 'over'>): Fact => ({
  ...of,
  live: ['strategies', 'notices'],
  ready: async (world) => {
    const { app, client, books } = world;
    const number = await books.account(client, 'ecn mt4', { currency: 'USD', amount: '200.00' });
    const { sql } = app.owner;
    const name = `News-${decision}`;
    const offered = { name, nickname: name, description: '', share: 20, minimum: 10_000n, askedAt: now(app) };
    const id = Number(await beginStrategy(sql, { ...offered, clientId: clientId(client.clientId), number }));
    await endConversion(sql, { id, isDone: true, at: now(app) });
    const body = { strategy_id: id, title: 'A quiet month', text: 'Nothing was opened for a month.' };
    await app.call({ method: 'POST', path: `${base}/strategy-news`, as: client, body });
    const row = await sql.one<{ id: number }>('select max(id)::integer as id from strategy_news where strategy_id = $1', [id]);
    return async () => {
      const as = await app.signInStaff('compliance');
      const decided = { decision, ...(decision === 'declined' && { reason_code: 'names_others' }), reason: 'Told by the test.' };
      return app.call({ method: 'POST', path: `/api/desk/strategy-news/${row.id}`, as, body: decided });
    };
  },
});

/** What a manager is told of news that they wrote. */
export const newsFacts: readonly Fact[] = [
  news('approved', { fact: 'news of a strategy is shown', type: 'strategy_news_shown', over: ['screen'] }),
  news('declined', { fact: 'news of a strategy is not shown', type: 'strategy_news_declined', over: byMail }),
];
