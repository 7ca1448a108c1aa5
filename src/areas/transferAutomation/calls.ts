import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { requireGate } from '../../law/gates.ts';
import type { ClientIdentity, Handlers } from '../../protocol/call.ts';
import { fundingAccountNamesOf } from '../fundingAccounts/face.ts';
import { notify } from '../notices/face.ts';
import { ownFundingAccountsOf } from '../payments/face.ts';
import { clientById } from '../session/face.ts';
import type { transferAutomationContract } from './contract.ts';
import { transferAutomationNotices } from './notices.ts';
import { readOrder } from './reading.ts';
import { timingOf } from './rules.ts';
import { shownOrder, shownRun } from './shown.ts';
import * as store from './store.ts';

type Calls = Handlers<typeof transferAutomationContract>;

export interface Needs {
  readonly words: { in(language: LanguageKey): Say };
}

export const calls = (app: Needs) => ({ ...ofClients(app), ...ofDesk(app) }) satisfies Calls;

function ofClients(app: Needs) {
  return {
    async list(_input, { sql, client, settings, language }) {
      const [orders, accounts] = [await store.ordersOf(sql, client.id), await ownFundingAccountsOf(sql, client.id)];
      const showing = { names: await fundingAccountNamesOf(sql, client.id), say: app.words.in(language) };
      const { most, hour } = settings.transferAutomation;
      return {
        orders: orders.map((order) => shownOrder(order, showing)),
        accounts: accounts.map(({ shown, available }) => ({ ...shown, available })),
        most,
        hour,
      };
    },

    async create(input, ctx) {
      const { sql, client, now, settings, language } = ctx;
      const wish = await readOrder(input, ctx);
      const { most, hour } = settings.transferAutomation;
      if ((await store.countOrders(sql, client.id)) >= most) return ctx.refuse('standing_limit', { values: { most } });
      const timing = timingOf(wish, now, hour) ?? ctx.refuse('date_passed', { field: 'on' });
      const order = await store.addOrder(sql, { ...wish, ...timing, clientId: client.id, now });
      await audit(sql, { client, order, now, action: 'standing_order.created' });
      return { order: shownOrder(order, { names: await fundingAccountNamesOf(sql, client.id), say: app.words.in(language) }) };
    },

    async change({ id, action }, ctx) {
      const { sql, client, now, settings } = ctx;
      const order = await store.lockOrder(sql, Number(id));
      if (order?.clientId !== client.id) return ctx.refuse('unknown_standing_order', { field: 'id' });
      if (order.status === 'ended') return ctx.refuse('standing_order_ended', { field: 'id' });
      if (action === 'resume') {
        // Who may transfer nothing now may not have it done either; pausing and ending is open to everybody.
        requireGate('transfer', client.profile, ctx.refuse);
        const timing = timingOf(order, now, settings.transferAutomation.hour) ?? ctx.refuse('date_passed', { field: 'id' });
        if (order.status === 'paused') await store.resumeOrder(sql, order.id, { ...timing, now });
      } else await store.stopOrder(sql, order.id, { status: action === 'end' ? 'ended' : 'paused', now });
      await audit(sql, { client, order, now, action: `standing_order.${action}` });
      const changed = (await store.lockOrder(sql, order.id)) ?? order;
      const showing = { names: await fundingAccountNamesOf(sql, client.id), say: app.words.in(ctx.language) };
      return { order: shownOrder(changed, showing) };
    },

    async history({ after, limit: asked }, { sql, client, settings, language }) {
      const limit = asked ?? settings.lists.pageSize;
      const before = after === undefined ? undefined : Number(after);
      const runs = await store.runsOf(sql, client.id, { before, limit: limit + 1 });
      const page = runs.slice(0, limit);
      const last = page.at(-1);
      const say = app.words.in(language);
      return { runs: page.map((run) => shownRun(run, say)), next: runs.length > limit && last ? String(last.id) : null };
    },
  } satisfies Partial<Calls>;
}

/** So many of a client's last runs stand at the desk. */
const runsAtDesk = 20;

function ofDesk(app: Needs) {
  return {
    async ofClient({ client_id: asked }, ctx) {
      const client = await clientById(ctx.sql, Number(asked));
      if (!client) return ctx.refuse('client_not_found', { field: 'client_id' });
      const say = app.words.in(ctx.language);
      const showing = { names: await fundingAccountNamesOf(ctx.sql, client.id), say };
      const orders = await store.ordersOf(ctx.sql, client.id);
      const runs = await store.runsOf(ctx.sql, client.id, { before: undefined, limit: runsAtDesk });
      await ctx.record({ subject: `client:${client.id}`, clientId: client.id });
      return { orders: orders.map((order) => shownOrder(order, showing)), runs: runs.map((run) => shownRun(run, say)) };
    },

    async pauseAtDesk({ id }, ctx) {
      const { sql, now } = ctx;
      const order = await store.lockOrder(sql, Number(id));
      if (!order) return ctx.refuse('standing_order_not_found', { field: 'id' });
      if (order.status !== 'active') return ctx.refuse('standing_order_not_active', { field: 'id' });
      await store.stopOrder(sql, order.id, { status: 'paused', now });
      await notify(sql, {
        clientId: order.clientId,
        notice: transferAutomationNotices.standing_order_paused,
        values: { account: String(order.accountNumber), target: String(order.targetNumber) },
        key: `standing:${order.id}:paused:${now.getTime()}`,
        now,
      });
      const [before, after] = [{ status: order.status }, { status: 'paused' }];
      await ctx.record({ subject: `standing_order:${order.id}`, clientId: order.clientId, before, after });
      return {};
    },
  } satisfies Partial<Calls>;
}

interface Audited {
  readonly client: ClientIdentity;
  readonly order: store.KeptOrder;
  readonly now: Date;
  readonly action: string;
}

async function audit(sql: Sql, { client, order, now, action }: Audited): Promise<void> {
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action,
    subject: `standing_order:${order.id}`,
    clientId: client.id,
    detail: { occasion: order.occasion },
    at: now,
  });
}
