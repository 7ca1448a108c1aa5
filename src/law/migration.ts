/** Document 2 §3 and §4: how one understands the risk; `1_2` shows a notice and goes back to `1_1`. */
export const riskExperiences = ['1_1', '1_2'] as const;

/** The lists of the second step whose ids the migration form takes too (law/enrolmentLists.ts). */
export const migrationLists = {
  traded_system_experience: 'traded_system_experience',
  number_of_trades: 'number_of_total_trades_per_month',
  traded_experience: 'how_long_have_you_been_trading',
  annual_volume: 'average_annual_volume',
} as const;

/** The migration profile form (document 2 §3): where one lives now, what is to be opened there, and what the other company has to know. */
// prettier-ignore
export const migrationLines = {
  residence_country: { kind: 'country', label: 'moves.residence_country' },
  birth_date: { kind: 'date', label: 'moves.birth_date', years: { from: -100, till: -18 } },
  place_of_birth: { kind: 'country', label: 'moves.place_of_birth' },
  account: { kind: 'select', label: 'moves.account', help: 'moves.account.help' },
  currency: { kind: 'select', label: 'moves.currency' },
  leverage: { kind: 'select', label: 'moves.leverage' },
  investment_strategy_remuneration: { kind: 'text', label: 'moves.remuneration', help: 'moves.remuneration.help', inputMode: 'numeric', maxLength: 2, when: { field: 'account', is: ['manager'] } },
  traded_system_experience: { kind: 'checks', label: 'moves.traded_system_experience' },
  traded_experience: { kind: 'select', label: 'moves.traded_experience' },
  number_of_trades: { kind: 'select', label: 'moves.number_of_trades' },
  annual_volume: { kind: 'select', label: 'moves.annual_volume' },
  tax_residency: { kind: 'country', label: 'moves.tax_residency' },
  tax_id: { kind: 'text', label: 'moves.tax_id', isOptional: true, maxLength: 20 },
  experience_risk: { kind: 'choice', label: 'moves.experience_risk' },
} as const;

export type MigrationField = keyof typeof migrationLines;

/** Why a move that a client asked for is declined. */
export const moveReasons = ['residence_not_shown', 'papers_needed', 'data_missing', 'not_accepted', 'suspicion'] as const;
export type MoveReason = (typeof moveReasons)[number];

/** Reasons that a client reads; a suspicion is never told (readings, decision 29). */
export const toldMoveReasons = ['residence_not_shown', 'papers_needed', 'data_missing', 'not_accepted'] as const;

export function toldMoveReason(reason: string | null): (typeof toldMoveReasons)[number] {
  return toldMoveReasons.find((each) => each === reason) ?? 'not_accepted';
}
