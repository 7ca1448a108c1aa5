/**
 * What the broker asks of whoever knows the addresses of chains: whether one may be paid. What they answer is for staff: a client is never
 * told of it (readings, 29).
 */
export interface Screening {
  /** Judges an address on its network. Never throws for what the service may answer. */
  screen(asked: ScreenedAddress): Promise<ScreeningAnswer>;
}

export interface ScreenedAddress {
  /** As the list of coins names it, such as "USDC-ETH". */
  readonly network: string;
  readonly address: string;
}

/** `low` and `medium` may be paid; what is worse never is. */
export const screeningRisks = ['low', 'medium', 'high', 'severe'] as const;
export type ScreeningRisk = (typeof screeningRisks)[number];

export type ScreeningAnswer =
  | { readonly outcome: 'done'; readonly risk: ScreeningRisk; readonly reference: string }
  /** Nobody knows: nothing is paid there until somebody does. */
  | { readonly outcome: 'unknown'; readonly reason: string };
