import { z } from 'zod';
import { instruments, investorLists, investorRisks, investorStatuses } from '../../law/investors.ts';
import { contract } from '../../protocol/call.ts';
import { yesOrNo } from '../../protocol/digits.ts';
import { form, type FieldSpec } from '../../protocol/form.ts';
import { reason, rowId } from '../../protocol/staff.ts';

const moment = z.iso.datetime();
const listed = (list: keyof typeof investorLists) => z.enum(investorLists[list]);
const sources = investorLists.funds_sources.join('|');
const slider = z.coerce.number().int().min(0).max(100);
const goal = slider.multipleOf(25);
const asset = slider.multipleOf(10);
const years = listed('years');
const trades = listed('trades').optional();

const questionnaire = z.object({
  occupation: listed('occupation'),
  /** A year. */
  retirement_date: z.string().regex(/^\d{4}$/),
  education: listed('education'),
  asset_value: listed('asset_value'),
  /** The ids: a list, as a form sends what was ticked, or with commas between them. */
  funds_sources: z.union([
    z
      .string()
      .max(100)
      .regex(new RegExp(`^(${sources})(,(${sources})){0,4}$`)),
    z
      .array(z.enum(investorLists.funds_sources))
      .min(1)
      .max(investorLists.funds_sources.length)
      .transform((ids) => ids.join(',')),
  ]),
  annual_income: listed('annual_income'),
  monthly_percentage: listed('monthly_percentage'),
  preservation: goal,
  income: goal,
  growth: goal,
  speculation: goal,
  riskier: listed('riskier'),
  seeking: listed('seeking'),
  outside_investments: listed('outside_investments'),
  horizon: listed('horizon'),
  anticipation: listed('anticipation'),
  reaction: listed('reaction'),
  years_forex: years,
  trades_forex: trades,
  years_metals: years,
  trades_metals: trades,
  years_indices: years,
  trades_indices: trades,
  years_shares: years,
  trades_shares: trades,
  years_bonds: years,
  trades_bonds: trades,
  years_funds: years,
  trades_funds: trades,
  years_futures: years,
  trades_futures: trades,
  years_options: years,
  trades_options: trades,
  assets_cash: asset,
  assets_bonds: asset,
  assets_shares: asset,
  assets_other: asset,
  comments: z
    .string()
    .trim()
    .max(500)
    .regex(/^[^\u202A-\u202E\u2066-\u2069]*$/u)
    .default(''),
  agreement: yesOrNo,
});
export type Questionnaire = z.output<typeof questionnaire>;

const investor = z.object({
  status: z.enum(investorStatuses),
  /** 1 very aggressive, 2 aggressive, 3 moderate, 4 conservative; null while no answers count. */
  investorRisk: z.union(investorRisks.map((risk) => z.literal(risk))).nullable(),
  /** By the ids 12 to 21: the sliders as 1 to 5, the pictures as the option's place. */
  suitabilityTestAnswers: z.array(z.object({ id: z.int(), answer: z.int() })),
  /** What was answered last, by the fields of the form; empty while nothing was. */
  answers: z.record(z.string(), z.string()),
  /** New answers wait for the broker. */
  is_waiting: z.boolean(),
  answered_at: moment.nullable(),
  /** The years that retirement can be chosen from. */
  retirement_years: z.object({ from: z.int(), till: z.int() }),
});
export type Investor = z.infer<typeof investor>;

const deskForm = z.object({
  id: z.int(),
  client_id: z.int(),
  status: z.enum(['waiting', 'approved', 'declined', 'talk', 'replaced']),
  risk: z.union(investorRisks.map((risk) => z.literal(risk))),
  /** By the fields of the form. */
  answers: z.record(z.string(), z.string()),
  answered_at: moment,
  decided_at: moment.nullable(),
  decided_by: z.string().nullable(),
});
export type DeskForm = z.infer<typeof deskForm>;

const goalScale = { least: 0, most: 100, step: 25 };
const assetScale = { least: 0, most: 100, step: 10 };
const traded = <const Field extends string>(field: Field) => ({ field, is: investorLists.years.slice(1) }) as const;
const fields = {
  occupation: { kind: 'select', label: 'investors.occupation' },
  retirement_date: { kind: 'select', label: 'investors.retirement_date' },
  education: { kind: 'select', label: 'investors.education' },
  asset_value: { kind: 'select', label: 'investors.asset_value' },
  funds_sources: { kind: 'checks', label: 'investors.funds_sources' },
  annual_income: { kind: 'select', label: 'investors.annual_income' },
  monthly_percentage: { kind: 'select', label: 'investors.monthly_percentage' },
  preservation: { kind: 'slider', label: 'investors.preservation', scale: goalScale },
  income: { kind: 'slider', label: 'investors.income', scale: goalScale },
  growth: { kind: 'slider', label: 'investors.growth', scale: goalScale },
  speculation: { kind: 'slider', label: 'investors.speculation', scale: goalScale },
  riskier: { kind: 'choice', label: 'investors.riskier' },
  seeking: { kind: 'choice', label: 'investors.seeking' },
  outside_investments: { kind: 'choice', label: 'investors.outside_investments' },
  horizon: { kind: 'choice', label: 'investors.horizon' },
  anticipation: { kind: 'choice', label: 'investors.anticipation' },
  reaction: { kind: 'choice', label: 'investors.reaction' },
  years_forex: { kind: 'select', label: 'investors.years.forex' },
  trades_forex: { kind: 'select', label: 'investors.trades.forex', when: traded('years_forex') },
  years_metals: { kind: 'select', label: 'investors.years.metals' },
  trades_metals: { kind: 'select', label: 'investors.trades.metals', when: traded('years_metals') },
  years_indices: { kind: 'select', label: 'investors.years.indices' },
  trades_indices: { kind: 'select', label: 'investors.trades.indices', when: traded('years_indices') },
  years_shares: { kind: 'select', label: 'investors.years.shares' },
  trades_shares: { kind: 'select', label: 'investors.trades.shares', when: traded('years_shares') },
  years_bonds: { kind: 'select', label: 'investors.years.bonds' },
  trades_bonds: { kind: 'select', label: 'investors.trades.bonds', when: traded('years_bonds') },
  years_funds: { kind: 'select', label: 'investors.years.funds' },
  trades_funds: { kind: 'select', label: 'investors.trades.funds', when: traded('years_funds') },
  years_futures: { kind: 'select', label: 'investors.years.futures' },
  trades_futures: { kind: 'select', label: 'investors.trades.futures', when: traded('years_futures') },
  years_options: { kind: 'select', label: 'investors.years.options' },
  trades_options: { kind: 'select', label: 'investors.trades.options', when: traded('years_options') },
  assets_cash: { kind: 'slider', label: 'investors.assets_cash', scale: assetScale },
  assets_bonds: { kind: 'slider', label: 'investors.assets_bonds', scale: assetScale },
  assets_shares: { kind: 'slider', label: 'investors.assets_shares', scale: assetScale },
  assets_other: { kind: 'slider', label: 'investors.assets_other', scale: assetScale },
  comments: { kind: 'text', label: 'investors.comments', maxLength: 500, isOptional: true, autoComplete: 'off' },
  agreement: { kind: 'check', label: 'investors.agreement', missing: 'investors.agreement.missing' },
} as const satisfies Record<string, FieldSpec>;

const experience = instruments.flatMap((each) => [`years_${each}`, `trades_${each}`] as const);
const answer = z.object({ direct: z.object({ investor }) });

export const investorsContract = contract({
  area: 'investors',
  calls: {
    state: {
      method: 'GET',
      path: 'api/direct/investment-program/investor',
      summary: 'How far the client is as an investor: status, risk, and what was answered.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: answer,
      errors: {},
      reads: ['strategies'],
    },
    save: {
      method: 'POST',
      path: 'api/direct/investment-program/investor-questionnaire',
      summary: 'Answers the questionnaire of investors. The broker looks at it; less risk than before counts at once.',
      who: 'client',
      gate: 'invest',
      runs: 'transaction',
      rate: { count: 120, seconds: 60 },
      input: questionnaire,
      output: answer,
      errors: { max_value_less_100: 422, field_required: 422 },
      stale: ['strategies', 'client_info'],
    },
    look: {
      method: 'GET',
      path: '/api/desk/investors/{id}',
      summary: 'A questionnaire of an investor with the risk that follows from it.',
      who: 'staff',
      right: 'papers',
      audits: 'investor.read',
      runs: 'read',
      input: z.object({ id: rowId }),
      output: z.object({ form: deskForm }),
      errors: { request_not_found: 404 },
      reads: ['cases'],
    },
    decide: {
      method: 'POST',
      path: '/api/desk/investors/{id}',
      summary: 'Takes the answers, has them given anew, or asks the client to talk first.',
      who: 'staff',
      right: 'papers',
      audits: 'investor.decide',
      runs: 'transaction',
      input: z.object({ id: rowId, decision: z.enum(['approved', 'declined', 'talk']), reason }),
      output: z.object({ form: deskForm }),
      errors: { request_not_found: 404, not_waiting: 409, case_claimed: 409 },
      stale: ['cases', 'audit'],
    },
  },
  forms: {
    questionnaire: form({
      sends: questionnaire,
      incomplete: 'investors.complete',
      fields,
      pages: [
        {
          title: 'investors.step.you',
          fields: [
            'occupation',
            'retirement_date',
            'education',
            'asset_value',
            'funds_sources',
            'annual_income',
            'monthly_percentage',
          ],
        },
        {
          title: 'investors.step.goals',
          fields: [
            'preservation',
            'income',
            'growth',
            'speculation',
            'riskier',
            'seeking',
            'outside_investments',
            'horizon',
            'anticipation',
            'reaction',
          ],
        },
        { title: 'investors.step.experience', fields: experience },
        {
          title: 'investors.step.assets',
          fields: ['assets_cash', 'assets_bonds', 'assets_shares', 'assets_other', 'comments', 'agreement'],
        },
      ],
    }),
  },
  pages: {
    questionnaire: { path: 'investors/questionnaire', query: ['change'], gate: 'invest', title: 'page.investors.questionnaire' },
    waiting: { path: 'investors/waiting', gate: 'view', title: 'page.investors.waiting' },
    approved: { path: 'investors/approved', gate: 'view', title: 'page.investors.approved' },
  },
  deskPages: {
    form: { path: 'investors/{id:int}', title: 'investors.desk.page', right: 'papers' },
  },
});
