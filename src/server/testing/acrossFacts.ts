import { sweep, type Fact, type World } from './telling.ts';

const byMail = ['screen', 'mail'] as const;

/** What becomes of orders between own accounts. */
export const acrossFacts: readonly Fact[] = [
  {
    fact: 'a standing order is skipped',
    type: 'standing_order_skipped',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      const id = await orderMuch(world);
      await world.app.owner.sql.run(`update standing_order set next_at = created_at where id = $1`, [id]);
      return () => sweep(world.app, 'transferAutomation');
    },
  },
  {
    fact: 'the desk pauses a standing order',
    type: 'standing_order_paused',
    over: byMail,
    live: ['notices'],
    ready: async (world) => {
      const id = await orderMuch(world);
      const as = await world.app.signInStaff('finance');
      const path = `/api/desk/transfer-automation/${id}/pause`;
      return () => world.app.call({ method: 'POST', path, body: { reason: 'asked by phone' }, as });
    },
  },
];

/** More than there is, on the first of each month. */
async function orderMuch({ payments, dollars, wallet }: World): Promise<number> {
  const from = { account_number: dollars, target_account_number: wallet };
  const answer = await payments.post('api/transfer-automation', {
    occasion: 'dates',
    ...from,
    every: 'month',
    day: 1,
    amount: '900000',
  });
  return answer.data.order.id;
}
