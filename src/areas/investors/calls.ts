import { assetFields, answersByField, goalFields, instruments, isWhole, retirementYears } from '../../law/investors.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { answer } from './answering.ts';
import type { investorsContract, Investor } from './contract.ts';
import { deskCalls } from './deskCalls.ts';
import { investorOf, lastForm } from './store.ts';

type Specs = (typeof investorsContract)['calls'];
type Calls = Handlers<typeof investorsContract>;

export const calls = () =>
  ({
    state: async (_input, ctx) => ({ direct: { investor: await shownInvestor(ctx) } }),

    save: async (input, ctx) => {
      requireAnswers(input, ctx);
      const { agreement: _agreed, ...answers } = input;
      const given = Object.fromEntries(
        Object.entries(answers).flatMap(([field, value]) => (value === undefined ? [] : [[field, String(value)]])),
      );
      await answer(ctx.sql, { clientId: ctx.client.id, given, settings: ctx.settings, now: ctx.now });
      return { direct: { investor: await shownInvestor(ctx) } };
    },

    ...deskCalls(),
  }) satisfies Calls;

/** What one field alone cannot tell. */
function requireAnswers(input: Parameters<Calls['save']>[0], { now, refuse }: ContextOf<Specs['save']>): void {
  const given = Object.fromEntries(Object.entries(input).map(([field, value]) => [field, String(value ?? '')]));
  for (const fields of [goalFields, assetFields]) if (!isWhole(fields, given)) refuse('max_value_less_100', { field: fields[0] });
  for (const each of instruments)
    if (given[`years_${each}`] !== 'none' && given[`trades_${each}`] === '')
      refuse('field_required', { field: `trades_${each}` });
  const years = yearsFrom(now);
  const retirement = Number(input.retirement_date);
  if (retirement < years.from || retirement > years.till) refuse('field_required', { field: 'retirement_date' });
  if (!input.agreement) refuse('field_required', { field: 'agreement' });
}

const yearsFrom = (now: Date) => ({ from: now.getUTCFullYear(), till: now.getUTCFullYear() + retirementYears });

async function shownInvestor({ sql, client, now }: Pick<ContextOf<Specs['state']>, 'sql' | 'client' | 'now'>): Promise<Investor> {
  const investor = await investorOf(sql, client.id);
  const last = await lastForm(sql, client.id);
  return {
    status: investor.status,
    investorRisk: investor.risk,
    suitabilityTestAnswers: [...(investor.suitability ?? [])],
    answers: last ? answersByField(last.answers) : {},
    is_waiting: last?.status === 'waiting',
    answered_at: last?.answeredAt.toISOString() ?? null,
    retirement_years: yearsFrom(now),
  };
}
