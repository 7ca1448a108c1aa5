import { clientId } from '../../base/id.ts';
import { now, sweep, type Fact, type World } from './telling.ts';

/** What clients are told of what they are kept from. */
export const restrictionFacts: readonly Fact[] = [
  {
    fact: 'the desk keeps them from opening positions',
    type: 'trading_restricted',
    over: ['screen', 'mail'],
    live: ['client_info', 'notices'],
    ready: async (world) => async () => {
      await desk(world, 'restrictions/{client}', { action: 'restrict' });
      // The facts after this one are those of a client who may do all.
      await world.app.owner.sql.run('update client set trading_restricted = false where id = $1', [world.client.clientId]);
      world.app.opened.app.sessions.forgetClient(clientId(world.client.clientId));
    },
  },
  {
    fact: 'the desk lifts that',
    type: 'trading_restriction_lifted',
    over: ['screen', 'mail'],
    live: ['client_info', 'notices'],
    ready: async (world) => () => desk(world, 'restrictions/{client}', { action: 'lift' }),
  },
  {
    fact: 'the desk gives an account back that its client froze',
    type: 'freeze_given_back',
    over: ['screen', 'mail', 'sms'],
    live: ['client_info', 'notices'],
    ready: async (world) => {
      await world.payments.post('api/security/freeze', {});
      return () => desk(world, 'freezing/{client}', { identity_check: 'called_back' });
    },
  },
  {
    fact: 'a review asks for papers',
    type: 'papers_asked',
    over: ['screen', 'mail'],
    live: ['notices'],
    ready: async (world) => {
      await sweep(world.app, 'risk.changes');
      return () => desk(world, 'risk/{client}/papers', { papers: ['funds'] });
    },
  },
  {
    fact: 'there is a week left to send them',
    type: 'papers_ahead',
    over: ['screen', 'mail'],
    live: ['notices'],
    ready: async (world) => {
      await papersDueIn(world, '6 days');
      return () => sweep(world.app, 'risk.papers');
    },
  },
  {
    fact: 'they have not come in time',
    type: 'papers_overdue',
    over: ['screen', 'mail'],
    live: ['client_info', 'notices'],
    ready: async (world) => {
      await papersDueIn(world, '-1 days');
      return async () => {
        await sweep(world.app, 'risk.papers');
        // The facts after this one are those of a client who may do all.
        await world.app.owner.sql.run('update client set trading_restricted = false where id = $1', [world.client.clientId]);
        world.app.opened.app.sessions.forgetClient(clientId(world.client.clientId));
      };
    },
  },
];

async function papersDueIn({ app, client }: World, time: string): Promise<void> {
  await app.owner.sql.run('update risk_paper_request set due_at = $2::timestamptz + $3::interval where client_id = $1', [
    client.clientId,
    now(app),
    time,
  ]);
}

async function desk({ app, client }: World, where: string, body: object): Promise<void> {
  const as = await app.signInStaff('compliance');
  const path = `/api/desk/${where.replace('{client}', String(client.clientId))}`;
  const answer = await app.call({ method: 'POST', path, as, body: { ...body, reason: 'As agreed on the phone.' } });
  if (!answer.success) throw new Error(`the desk could not: ${JSON.stringify(answer.errors)}`);
}
