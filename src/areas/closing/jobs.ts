import { clientId, type ClientId } from '../../base/id.ts';
import { after, hourMs } from '../../base/time.ts';
import { isCopied } from '../../law/accountTypes.ts';
import { statuses } from '../../law/statuses.ts';
import type { JobContext, Jobs } from '../../protocol/call.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { ensureWallet, fundingAccountOf } from '../fundingAccounts/face.ts';
import { endFollowOf } from '../investments/face.ts';
import { sendToWallet, withdrawalsQueue, type Hands } from '../payments/face.ts';
import { clientById } from '../session/face.ts';
import { giveAllBack } from '../goldCollateral/face.ts';
import { openGoldPrices, sellAllOf } from '../gold/face.ts';
import { goldTopic } from './agreed.ts';
import { accountsLeft } from './left.ts';
import { casesOpen, closedWithMoney } from './store.ts';

/** Staff has decided that a closed client's trading accounts are emptied into the wallets. */
export const emptyTopic = 'closing.empty';

/** Of one question. */
const atOnce = 500;

/** Who is closed and has money left stands before staff until nothing is left (readings, decision 7). */
export const jobs = (app: Hands): Jobs => ({
  on: {
    [emptyTopic]: (event, ctx) => empty(app, ctx, clientId(Number(event.payload['client']))),
    [goldTopic]: (event, ctx) => sellGold(app, ctx, clientId(Number(event.payload['client']))),
  },
  every: [{ name: 'closing.find', seconds: 300, dueBy: 'application', run: find }],
});

async function find(ctx: JobContext): Promise<void> {
  const { sql, now, settings } = ctx;
  const still = new Set(await all(async (page) => (await closedWithMoney(sql, page)).map((each) => each.clientId)));
  for (const client of still) {
    const order = { queue: withdrawalsQueue, subject: `closing:${client}`, clientId: client, detail: { kind: 'closing' } };
    await openCase(sql, { ...order, now, hours: settings.desk.businessHours });
  }
  for (const client of await all((page) => casesOpen(sql, page))) {
    if (still.has(client)) continue;
    await closeCase(sql, { queue: withdrawalsQueue.name, subject: `closing:${client}`, outcome: 'nothing_left', at: now });
  }
}

async function all(
  pageOf: (page: { readonly after: number; readonly limit: number }) => Promise<ClientId[]>,
): Promise<ClientId[]> {
  const found: ClientId[] = [];
  for (;;) {
    const page = await pageOf({ after: found.at(-1) ?? 0, limit: atOnce });
    found.push(...page);
    if (page.length < atOnce) return found;
  }
}

/** What positions or a platform keep back stays, and is asked for again. */
async function empty(app: Hands, ctx: JobContext, id: ClientId): Promise<void> {
  const client = await clientById(ctx.sql, id);
  // Who is not closed any more keeps what is on the accounts.
  if (!client || statuses[client.profile.status].group !== 'CLOSED') return;
  for (const { number, companyId, currency, type } of await accountsLeft({ sql: ctx.sql, client })) {
    if (isCopied(type)) {
      // Its provider has the share first; the sweep of endings brings the rest into the wallet.
      await ctx.transact((sql) => endFollowOf(sql, { number, at: ctx.now }));
      continue;
    }
    const account = await fundingAccountOf(ctx.sql, id, number);
    if (!account) continue;
    const wallet = await ctx.transact((sql) => ensureWallet(sql, { clientId: id, companyId, currency, now: ctx.now }));
    await sendToWallet(app, ctx, { account, clientId: id, wallet: wallet.number, note: async () => undefined });
  }
}

/** What is pledged comes back first, as far as it does; over a weekend the sale waits until the market opens. */
async function sellGold(app: Hands, ctx: JobContext, id: ClientId): Promise<void> {
  const client = await clientById(ctx.sql, id);
  if (!client || statuses[client.profile.status].group !== 'CLOSED') return;
  const prices = openGoldPrices(app);
  await giveAllBack({ prices, platforms: app.platforms }, ctx, client);
  const sold = await sellAllOf(prices, ctx, { clientId: id, company: client.profile.company });
  if (sold.outcome === 'unknown') throw new Error(`the gold of client ${id} has no price`);
  if (sold.outcome === 'closed')
    await ctx.tellIn(ctx.sql, {
      topic: goldTopic,
      clientId: id,
      payload: { client: id },
      dueAt: sold.opensAt ?? after(ctx.now, hourMs),
    });
}
