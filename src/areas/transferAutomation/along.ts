import type { AccountNumber, ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { notify } from '../notices/face.ts';
import { transferAutomationNotices } from './notices.ts';
import { addOrder, lockOpenOrders, stopOrder } from './store.ts';

/** Accounts that have become others; null: what was on it has gone into the wallet. */
type Renumbered = ReadonlyMap<AccountNumber, AccountNumber | null>;

interface Along {
  readonly clientId: ClientId;
  readonly renumbered: Renumbered;
  readonly now: Date;
}

/**
 * Call it in the transaction in which a client's accounts become others: each order goes on between those, as it stood; one of whose
 * accounts there is none any more ends, which its client is told. What an order has done stays with the numbers that it was done between.
 */
export async function takeOrdersAlong(sql: Sql, { clientId, renumbered, now }: Along): Promise<void> {
  for (const order of await lockOpenOrders(sql, clientId)) {
    const { accountNumber: from, targetNumber: to } = order;
    if (!renumbered.has(from) && !renumbered.has(to)) continue;
    await stopOrder(sql, order.id, { status: 'ended', now });
    const [account, target] = [from, to].map((number) => (renumbered.has(number) ? renumbered.get(number) : number));
    const isThere = account && target;
    if (isThere) {
      // Of profit, what the old account has made is not moved out of the new one.
      const countedFrom = order.countedFrom && now;
      const next = await addOrder(sql, { ...order, accountNumber: account, targetNumber: target, countedFrom, now });
      if (order.status === 'paused') await stopOrder(sql, next.id, { status: 'paused', now });
    } else {
      await notify(sql, {
        clientId,
        notice: transferAutomationNotices.standing_order_ended,
        values: { account: String(from), target: String(to) },
        key: `standing:${order.id}:ended`,
        now,
      });
    }
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'moves' },
      action: isThere ? 'standing_order.moved' : 'standing_order.ended',
      subject: `standing_order:${order.id}`,
      clientId,
      detail: { from, to, account: account ?? null, target: target ?? null },
      at: now,
    });
  }
}
