import { answerQuestionnaire, bringInvestor } from '../src/areas/investors/face.ts';
import type { Sql } from '../src/base/sql.ts';
import { after, hourMs } from '../src/base/time.ts';
import type { GivenAnswers } from '../src/law/investors.ts';
import type { Settings } from '../src/settings/index.ts';
import { dayAgo, type SeededClient } from './plan.ts';

/** What the seeded investors have answered: aggressive by the sum of it. */
export const seededAnswers: GivenAnswers = {
  occupation: 'employed',
  retirement_date: '2052',
  education: 'bachelor',
  asset_value: 'to50',
  funds_sources: 'employment,savings',
  annual_income: 'to50',
  monthly_percentage: 'm10',
  preservation: '0',
  income: '25',
  growth: '50',
  speculation: '25',
  riskier: '50',
  seeking: 'growth',
  outside_investments: 'quarter',
  horizon: 'y5',
  anticipation: 'a30',
  reaction: 'wait',
  years_forex: 'to3',
  trades_forex: 't40',
  years_metals: 'to1',
  trades_metals: 't10',
  assets_cash: '40',
  assets_bonds: '20',
  assets_shares: '30',
  assets_other: '10',
};

/** How far each of the seeded investors is. */
export async function seedInvestors(
  sql: Sql,
  { clients, settings, now }: { readonly clients: readonly SeededClient[]; readonly settings: Settings; readonly now: Date },
): Promise<void> {
  for (const { id: clientId, persona } of clients) {
    const at = after(dayAgo(now, 95), 9 * hourMs);
    if (persona.name === 'investor.waiting')
      await answerQuestionnaire(sql, { clientId, given: seededAnswers, settings, now: after(dayAgo(now, 1), 9 * hourMs) });
    if (persona.name === 'investor.approved')
      await bringInvestor(sql, { clientId, given: seededAnswers, status: 'time_to_deposit', at });
    if (persona.name === 'investor.active') await bringInvestor(sql, { clientId, given: seededAnswers, status: 'active', at });
  }
}
