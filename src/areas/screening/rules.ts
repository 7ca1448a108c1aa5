import { falseHitReasons, trueHitReasons, type HitReason } from '../../law/screening.ts';
import type { HitDecision, HitStatus } from './contract.ts';

/** What can be decided of a hit. A true one can be lifted: the list has let the person go, or it was decided wrongly. */
export function decisionsOf(status: HitStatus): readonly HitDecision[] {
  if (status === 'open') return ['false_hit', 'true_hit'];
  return status === 'true_hit' ? ['lift'] : [];
}

/** The listed reasons of a decision; none of what ends a restriction. */
export function reasonsOf(decision: HitDecision): readonly HitReason[] {
  if (decision === 'lift') return [];
  return decision === 'false_hit' ? falseHitReasons : trueHitReasons;
}
