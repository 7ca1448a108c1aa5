import { gateDecision, type ClientProfile, type GateCode } from '../../law/gates.ts';
import { statusFacts } from '../../law/statuses.ts';

/** What a service asks of the client besides a complete registration. */
export interface Asks {
  readonly approvedOnly: boolean;
  /** In cents of US dollars. */
  readonly leastEquity: bigint;
}

/** Why a service is not open to a client; undefined where it is. */
export function whyShut(
  asks: Asks,
  of: { readonly profile: ClientProfile; readonly equity: bigint },
): GateCode | 'research_approved_only' | 'research_equity_short' | undefined {
  const decision = gateDecision('use_tools', of.profile);
  if (!decision.allowed) return decision.code;
  if (asks.approvedOnly && statusFacts(of.profile.status).papers !== 'approved') return 'research_approved_only';
  return of.equity < asks.leastEquity ? 'research_equity_short' : undefined;
}
