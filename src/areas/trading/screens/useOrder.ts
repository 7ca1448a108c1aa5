import type { UseMutationResult } from '@tanstack/react-query';
import type { CallFailure } from '../../../ui/api/failure.ts';
import { orderErrors, type Order } from '../contract.ts';
import { isSameVolume, type OrderType } from '../rules.ts';
import { forgetSent, nameFor } from './sentNames.ts';

/**
 * Sends an order under a name of its own, which it keeps until its outcome is known. Pressing again while no answer has come is the
 * same order, also after the page was loaded anew or in a copy of the tab, and though the price on the screen has moved. Once it is
 * refused the next one is a new order.
 */
export function useOrder<Input extends object>(
  write: UseMutationResult<{ readonly order: Order }, CallFailure, Input>,
  onPlaced: (order: Order) => void,
) {
  return {
    /** `make` answers what is sent, under the name given. */
    send: (make: (name: string) => Input): void => {
      const what = intentOf(make(''));
      // Told whether or not its dialog is still there: it may have been closed before the answer.
      write.mutateAsync(make(nameFor(what))).then(
        ({ order }) => {
          forgetSent(what);
          onPlaced(order);
        },
        (failure: CallFailure) => {
          if (isDecided(failure)) forgetSent(what);
        },
      );
    },
    isBusy: write.isPending,
    failure: write.error,
    forget: write.reset,
  };
}

/** Whether an order asks for the same as what is thought of, whatever its prices. */
export function isSameWish(
  order: Order,
  {
    type,
    symbol,
    side,
    lots,
  }: Pick<Order, 'side' | 'lots'> & { readonly type: OrderType; readonly symbol: { readonly name: string } },
): boolean {
  const kind = type === 'market' ? 'open' : 'pending';
  return order.kind === kind && order.symbol === symbol.name && order.side === side && isSameVolume(order.lots, lots);
}

/** What is wanted, without what the market says meanwhile. */
function intentOf(input: object): string {
  const moving = new Set(['client_order_id', 'price', 'deviation_points']);
  return JSON.stringify(Object.entries(input).filter(([name]) => !moving.has(name)));
}

/** Each of these says that nothing has happened; after anything else nobody knows. */
function isDecided(failure: CallFailure): boolean {
  return failure.code !== undefined && (failure.kind === 'refused' || Object.hasOwn(orderErrors, failure.code));
}
