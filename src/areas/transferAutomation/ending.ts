import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { lockOpenOrders, stopOrder } from './store.ts';

/** Ends all of a client's standing orders, within the caller's transaction; whoever asks for it tells the client. */
export async function endOrdersOf(
  sql: Sql,
  { clientId, now }: { readonly clientId: ClientId; readonly now: Date },
): Promise<void> {
  for (const { id, accountNumber: from, targetNumber: to } of await lockOpenOrders(sql, clientId)) {
    await stopOrder(sql, id, { status: 'ended', now });
    await recordAudit(sql, {
      actor: { kind: 'system', id: 'client_status' },
      action: 'standing_order.ended',
      subject: `standing_order:${id}`,
      clientId,
      detail: { from, to },
      at: now,
    });
  }
}
