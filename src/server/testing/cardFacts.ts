import { expect } from 'vitest';
import { due, now, sweep, type Fact, type World } from './telling.ts';

const byMail = ['screen', 'mail'] as const;

/** What becomes of prepaid cards. */
export const cardFacts: readonly Fact[] = [
  cardGoes('prepaid_card_shipped', { before: 2, outcome: 'approved' }),
  cardGoes('prepaid_card_active', { before: 3, outcome: 'approved' }),
  cardGoes('prepaid_card_declined', { before: 0, outcome: 'declined' }),
  {
    fact: 'a prepaid card is blocked as its client asked',
    type: 'prepaid_card_blocked',
    over: byMail,
    live: ['prepaidCards'],
    ready: async (world) => {
      const { id } = await cardAt(world, 4);
      return async () => {
        const body = { blocked: true };
        const asked = { method: 'POST', path: `api/prepaid-cards/${id}/block`, body, as: world.client } as const;
        expect((await world.app.call(asked)).errors).toEqual([]);
        await due(world.app, 'prepaidCards.card');
      };
    },
  },
];

function cardGoes(
  type: 'prepaid_card_shipped' | 'prepaid_card_active' | 'prepaid_card_declined',
  { before, outcome }: { readonly before: number; readonly outcome: 'approved' | 'declined' },
): Fact {
  return {
    fact: `the issuer tells of a card: ${type}`,
    type,
    over: byMail,
    live: ['prepaidCards'],
    ready: async (world) => {
      const { reference } = await cardAt(world, before);
      return async () => {
        await decide(world, reference, outcome);
        // Each change before has its message too.
        const told = async () =>
          world.app.owner.sql.one(
            `select count(*)::integer as count from outbox where topic = 'prepaidCards.message' and payload->>'reference' = $1`,
            [reference],
          );
        await expect.poll(told).toEqual({ count: before + 1 });
        await due(world.app, 'prepaidCards.message');
      };
    },
  };
}

async function decide({ app }: World, reference: string, outcome: 'approved' | 'declined'): Promise<void> {
  const { errors } = await app.call({ method: 'POST', path: `/sandbox/payments/${reference}`, body: { outcome } });
  expect(errors).toEqual([]);
}

/** A card of the client's that the issuer has taken so many stages further, and that is known here so. */
async function cardAt(world: World, stages: number): Promise<{ readonly id: number; readonly reference: string }> {
  const { app, client } = world;
  const { sql } = app.owner;
  await sql.run(`update prepaid_card set phase = 'expired' where client_id = $1`, [client.clientId]);
  const card = await sql.one<{ id: number; reference: string }>(
    `insert into prepaid_card (client_id, company_id, currency, fee, name_on_card, street, city, postcode, country, asked_at, moved_at, due_at)
     select id, company_id, 'USD', 0, 'JANE DOE', '1 Long Street', 'Cape Town', '8001', 'ZA', $2, $2, $2 from client where id = $1
     returning id, reference`,
    [client.clientId, now(app)],
  );
  await follow(world);
  for (let stage = 0; stage < stages; stage += 1) await decide(world, card.reference, 'approved');
  if (stages > 0) await follow(world);
  return card;
}

async function follow({ app }: World): Promise<void> {
  await app.owner.sql.run(`update prepaid_card set due_at = '2000-01-01'`);
  await sweep(app, 'prepaidCards.due');
}
