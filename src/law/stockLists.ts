/** The value lists of the questionnaires for share accounts: no document shows them, all are our own. */
export const stockLists = {
  occupation_id: ['employed', 'selfEmployed', 'student', 'retired', 'notEmployed', 'other'],
  title_and_position_id: ['director', 'manager', 'specialist', 'office', 'worker', 'other'],
  annual_income_id: ['to20', 'to50', 'to100', 'above100'],
  saving_investments_id: ['to20', 'to50', 'to100', 'above100'],
  investment_objectives_id: ['growth', 'income', 'preservation', 'speculation', 'other'],
} as const;

/** Occupations of which an employer and a position are asked. */
export const stockEmployed = ['employed', 'selfEmployed'] as const;
