import { clientId, type ClientId } from '../../base/id.ts';
import { statuses } from '../../law/statuses.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { ensureWallet, fundingAccountOf } from '../fundingAccounts/face.ts';
import { sendToWallet, withdrawalsQueue, type Hands } from '../payments/face.ts';
import { clientById } from '../session/face.ts';
import { accountsLeft } from './left.ts';
import { casesOpen, closedWithMoney } from './store.ts';

/** Staff has decided that a closed client's trading accounts are emptied into the wallets. */
export const emptyTopic = 'closing.empty';

/** More than close in a day. */
const atOnce = 500;

/** Who is closed and has money left stands before staff until nothing is left (readings, decision 7). */
export const jobs = (app: Hands): Jobs => ({
  on: {
    [emptyTopic]: (event, ctx) => empty(app, ctx, clientId(Number(event.payload['client']))),
  },
  every: [{ name: 'closing.find', seconds: 300, dueBy: 'application', run: find }],
});

async function find(ctx: JobContext): Promise<void> {
  const { now, settings } = ctx;
  const found = await closedWithMoney(ctx.sql, atOnce);
  const still = new Set(found.map((each) => each.clientId));
  for (const client of still) {
    const order = { queue: withdrawalsQueue, subject: `closing:${client}`, clientId: client, detail: { kind: 'closing' } };
    await openCase(ctx.sql, { ...order, now, hours: settings.desk.businessHours });
  }
  if (found.length === atOnce) return;
  for (const client of await casesOpen(ctx.sql, atOnce)) {
    if (still.has(client)) continue;
    await closeCase(ctx.sql, { queue: withdrawalsQueue.name, subject: `closing:${client}`, outcome: 'nothing_left', at: now });
  }
}

/** What positions or a platform keep back stays, and is asked for again. */
async function empty(app: Hands, ctx: JobContext, id: ClientId): Promise<void> {
  const client = await clientById(ctx.sql, id);
  // Who is not closed any more keeps what is on the accounts.
  if (!client || statuses[client.profile.status].group !== 'CLOSED') return;
  for (const { number, companyId, currency } of await accountsLeft({ sql: ctx.sql, client })) {
    const account = await fundingAccountOf(ctx.sql, id, number);
    if (!account) continue;
    const wallet = await ctx.transact((sql) => ensureWallet(sql, { clientId: id, companyId, currency, now: ctx.now }));
    await sendToWallet(app, ctx, { account, clientId: id, wallet: wallet.number, note: async () => undefined });
  }
}
