/**
 * The three criteria of which an elective professional client meets two (MiFID II annex II.1, COBS 3.5.3): ten trades of significant size a
 * quarter over four quarters, a portfolio above half a million, a year in a job that asks for the knowledge.
 */
export const professionalCriteria = ['trades', 'portfolio', 'work'] as const;
export type ProfessionalCriterion = (typeof professionalCriteria)[number];

export const leastCriteria = 2;

/** Why an application is declined. */
export const professionalReasons = ['criteria_not_met', 'evidence_unclear', 'assessment_failed'] as const;
export type ProfessionalReason = (typeof professionalReasons)[number];
