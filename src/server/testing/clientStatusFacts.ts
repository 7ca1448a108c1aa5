import { clientId } from '../../base/id.ts';
import type { Fact, World } from './telling.ts';

const byMail = ['screen', 'mail'] as const;

/** What a client is told of what the desk makes of their status. */
export const clientStatusFacts: readonly Fact[] = [
  {
    fact: 'the desk declines them',
    type: 'client_declined',
    over: byMail,
    live: ['client_info', 'notices'],
    ready: async (world) => () => agreed(world, 'decline', 'papers'),
  },
  {
    fact: 'the desk opens their account again',
    type: 'client_reopened',
    over: byMail,
    live: ['client_info', 'notices'],
    ready: async (world) => () => agreed(world, 'reopen', 'cleared'),
  },
  {
    fact: 'the desk freezes them',
    type: 'client_frozen',
    over: byMail,
    live: ['client_info', 'notices'],
    ready: async (world) => () => signedInStill(world, () => ask(world, 'freeze', 'suspicion')),
  },
  {
    fact: 'the desk closes their account',
    type: 'client_closed',
    over: byMail,
    live: ['client_info', 'notices'],
    ready: async (world) => () => signedInStill(world, () => agreed(world, 'close', 'own_wish')),
  },
];

/** The facts after this one are those of a client who may do all, and is signed in. */
async function signedInStill({ app, client }: World, act: () => Promise<unknown>): Promise<void> {
  const { sql } = app.owner;
  await act();
  await sql.run('update client set status_id = 12 where id = $1', [client.clientId]);
  await sql.run('update session set ended_at = null where client_id = $1', [client.clientId]);
  app.opened.app.sessions.forgetClient(clientId(client.clientId));
}

async function agreed(world: World, action: string, code: string): Promise<void> {
  const { approval } = await ask(world, action, code);
  await post(world, { as: 'admin', path: `approvals/${approval.id}`, body: { decision: 'approve' } });
}

function ask(world: World, action: string, code: string) {
  const path = `client-status/${world.client.clientId}`;
  return post(world, { as: 'compliance', path, body: { action, reason_code: code } });
}

interface Asked {
  readonly as: 'compliance' | 'admin';
  readonly path: string;
  readonly body: object;
}

async function post({ app }: World, { as, path, body }: Asked) {
  const member = await app.signInStaff(as);
  const asked = { ...body, reason: 'Told by a test.' };
  const answer = await app.call({ method: 'POST', path: `/api/desk/${path}`, as: member, body: asked });
  if (!answer.success) throw new Error(`the desk could not: ${JSON.stringify(answer.errors)}`);
  return answer.data;
}
