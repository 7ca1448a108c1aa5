import { bringInvestor } from '../../areas/investors/face.ts';
import { beginStrategy, endConversion, figureStrategy } from '../../areas/strategies/face.ts';
import { clientId } from '../../base/id.ts';
import { seededAnswers } from '../../../seed/investors.ts';
import { instruments } from '../../law/investors.ts';
import { now, sweep, type Fact, type World } from './telling.ts';

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
      const body = await wished(world);
      return () => world.app.call({ method: 'POST', path: `${base}/investment-accounts`, as: world.client, body });
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
      await sweep(app, 'investments.ending');
      return () => sweep(app, 'investments.ending');
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

/** What follows a strategy of somebody else's, asked by an investor whose answers count. */
async function wished({ app, client, books }: World) {
  const at = now(app);
  const { sql } = app.owner;
  await bringInvestor(sql, { clientId: clientId(client.clientId), given: seededAnswers, status: 'time_to_deposit', at });
  const provider = await app.signIn('provider.new');
  const number = await books.account(provider, 'ecn mt4', { currency: 'USD', amount: '200.00' });
  const offered = { name: 'Told', nickname: 'Told by a test', description: '', share: 10, minimum: 100_00n, askedAt: at };
  const id = Number(await beginStrategy(sql, { ...offered, clientId: clientId(provider.clientId), number }));
  await endConversion(sql, { id, isDone: true, at });
  await figureStrategy(sql, id, at);
  const wallet = await books.wallet(client, { currency: 'USD', amount: '100.00' });
  const offer = (await app.call({ method: 'GET', path: `${base}/follow-offer/${number}`, as: client })).data.direct;
  return {
    acc_no: number,
    trans_account: wallet,
    amount: '100.00',
    offer_id: offer.offer_id,
    safety_mode: true,
    protection: 50,
    i_agree_tc: true,
    i_agree_referral: true,
  };
}
