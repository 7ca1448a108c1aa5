import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallFailure } from '../../../ui/api/failure.ts';
import { orderErrors, type Order } from '../contract.ts';

/**
 * Sends an order under a name of its own, which it keeps until its outcome is known: pressing again while no answer has
 * come is the same order, even though the price on the screen has moved. Once it is refused the next one is a new order.
 */
export function useOrder<Input>(
  write: UseMutationResult<{ readonly order: Order }, CallFailure, Input>,
  onPlaced: (order: Order) => void,
) {
  const [name, setName] = useState<string>(() => crypto.randomUUID());
  return {
    /** `make` answers what is sent, under the name given. */
    send: (make: (name: string) => Input): void =>
      write.mutate(make(name), {
        onSuccess: ({ order }) => {
          setName(crypto.randomUUID());
          onPlaced(order);
        },
        onError: (failure) => {
          if (isDecided(failure)) setName(crypto.randomUUID());
        },
      }),
    isBusy: write.isPending,
    failure: write.error,
    forget: write.reset,
  };
}

/** Each of these says that nothing has happened; after anything else nobody knows. */
function isDecided(failure: CallFailure): boolean {
  return failure.code !== undefined && (failure.kind === 'refused' || Object.hasOwn(orderErrors, failure.code));
}
