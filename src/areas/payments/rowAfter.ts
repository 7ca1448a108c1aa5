import { phases } from './rules.ts';
import type { Remittance, Transition } from './store.ts';

/** The row as `remittance_steps_apply` leaves it: whoever has taken the step need not read it again. */
export function rowAfter(remittance: Remittance, transition: Omit<Transition, 'id' | 'from'>, at: Date): Remittance {
  const { to, reason = null, values = {}, set = {} } = transition;
  return {
    ...remittance,
    phase: to,
    status: phases[to].status,
    reason,
    reasonValues: values,
    savedAt: remittance.savedAt ?? at,
    updatedAt: at,
    expiresAt: set.expires_at === undefined ? remittance.expiresAt : new Date(set.expires_at),
    redirect: set.redirect ?? remittance.redirect,
    providerTransaction: set.provider_transaction ?? remittance.providerTransaction,
    arrivedMinor: set.arrived_amount === undefined ? remittance.arrivedMinor : BigInt(set.arrived_amount),
    arrivedCurrency: set.arrived_currency ?? remittance.arrivedCurrency,
  };
}
