/* The names of what a client's risk is told by. The points stand in `risk.ts`, which only the server loads. */

export const riskLevels = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** What a client's risk is made of, and what can be found of each. */
export const riskFactors = {
  country: ['country_low', 'country_other', 'country_monitored', 'country_high', 'country_sanctioned'],
  ties: ['ties_none', 'ties_monitored', 'ties_high', 'ties_sanctioned'],
  occupation: [
    'occupation_plain',
    'occupation_public',
    'occupation_self',
    'occupation_without',
    'occupation_other',
    'occupation_untold',
  ],
  pep: ['pep_none', 'pep_asked', 'pep_told', 'pep_true'],
  sanctions: ['sanctions_none', 'sanctions_asked', 'sanctions_true'],
  funds: ['funds_plain', 'funds_invested', 'funds_inherited', 'funds_other', 'funds_untold'],
  turnover: ['turnover_within', 'turnover_above', 'turnover_far_above', 'turnover_untold'],
  product: ['product_none', 'product_trading', 'product_gold', 'product_managing'],
  payments: ['payments_plain', 'payments_coins', 'payments_disputed'],
  channel: ['channel_vendor', 'channel_papers', 'channel_unproven'],
  introduction: ['introduction_none', 'introduction_agent'],
} as const;
export type RiskFactor = keyof typeof riskFactors;
export type RiskValue<Factor extends RiskFactor = RiskFactor> = (typeof riskFactors)[Factor][number];
export const riskFactorNames = Object.keys(riskFactors) as readonly RiskFactor[];
export const riskValues = Object.values(riskFactors).flat() as readonly RiskValue[];

export const diligenceKinds = ['simplified', 'standard', 'enhanced'] as const;
export type DiligenceKind = (typeof diligenceKinds)[number];

/** What is looked at in a review. Papers of identity and residence are known; of the others whoever reviews says that they have seen them. */
export const diligencePapers = ['identity', 'residence', 'funds', 'wealth'] as const;
export type DiligencePaper = (typeof diligencePapers)[number];

/** The queue of reviews that are due. */
export const reviewsQueueName = 'risk-reviews';
