import { formatMinor } from '../../base/money.ts';
import type { Say } from '../../base/wording.ts';
import type { FundingAccountNames } from '../fundingAccounts/face.ts';
import type { Order, Run } from './contract.ts';
import type { KeptOrder, ShownRun } from './store.ts';

/** An order as its client and the desk see it. */
export function shownOrder(order: KeptOrder, { names, say }: { readonly names: FundingAccountNames; readonly say: Say }): Order {
  const { id, accountNumber, targetNumber, currency, occasion, share, amount, above, every, onDate, day, status } = order;
  const nameOf = (number: number): string | null => {
    const name = names.nameOf(number);
    return name === undefined ? null : typeof name === 'string' ? name : say(name.phrase, name.values);
  };
  return {
    id,
    account_number: accountNumber,
    target_account_number: targetNumber,
    account_name: nameOf(accountNumber),
    target_account_name: nameOf(targetNumber),
    currency,
    occasion,
    share,
    amount: amount === null ? null : formatMinor(amount, currency),
    above: above === null ? null : formatMinor(above, currency),
    every,
    on: onDate,
    day,
    status,
    next_at: order.nextAt?.toISOString() ?? null,
    created_at: order.createdAt.toISOString(),
  };
}

export function shownRun(run: ShownRun, say: Say): Run {
  const { id, orderId, at, occasion, accountNumber, targetNumber, amount, currency, state, reason } = run;
  return {
    id,
    order_id: orderId,
    at: at.toISOString(),
    occasion,
    account_number: accountNumber,
    target_account_number: targetNumber,
    amount: formatMinor(amount, currency),
    currency,
    state,
    reason: reason === null ? null : say(`automation.skip.${reason}`),
    transfer_id: run.transferId,
    transfer_status: run.transferStatus,
  };
}
