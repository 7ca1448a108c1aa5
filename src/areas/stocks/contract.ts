import { z } from 'zod';
import { stockEmployed, stockLists } from '../../law/stockLists.ts';
import { contract } from '../../protocol/call.ts';
import { inDigits, yesOrNo } from '../../protocol/digits.ts';
import { form, type FieldSpec } from '../../protocol/form.ts';

/** Latin letters, digits and what stands in addresses and names: the forms go to the United States. */
const latin = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .regex(/^[A-Za-z0-9 .,'’\-/#&()À-ɏ]*$/)
    .optional();
const oneOf = <const List extends readonly string[]>(list: List) => z.union([z.enum(list), z.literal('')]).optional();

const accountTypeId = inDigits(z.int().min(1).max(10_000));

const saveInput = z.object({
  account_type_id: accountTypeId,
  occupation_id: oneOf(stockLists.occupation_id),
  occupation_other: latin(100),
  employer_name: latin(100),
  title_and_position_id: oneOf(stockLists.title_and_position_id),
  title_and_position_other: latin(100),
  employment_function: latin(100),
  annual_income_id: oneOf(stockLists.annual_income_id),
  saving_investments_id: oneOf(stockLists.saving_investments_id),
  investment_objectives_id: oneOf(stockLists.investment_objectives_id),
  investment_objectives_other: latin(100),
  tin_number: z
    .string()
    .trim()
    .max(20)
    // Document 2 §5: the default pattern of tax ids.
    .regex(/^(?=.*[A-Za-z0-9])[A-Za-z0-9@#/\\\- ]{3,20}$|^$/)
    .optional(),
  is_different_address: yesOrNo.optional(),
  mailing_address: latin(200),
  city_and_state_with_index: latin(120),
  country: z
    .string()
    .regex(/^[A-Z]{2}$|^$/)
    .optional(),
  signature: latin(200),
});
export type StockForm = z.output<typeof saveInput>;

const w8benState = z.object({
  /** `ending`: in its last sixty days. */
  state: z.enum(['none', 'valid', 'ending', 'lapsed']),
  /** The last day on which it counts. */
  valid_until: z.string().nullable(),
  days_left: z.int().nullable(),
});

const employed = { field: 'occupation_id', is: stockEmployed } as const;
const otherOf = <const Field extends string>(field: Field) => ({ field, is: ['other'] }) as const;
const fields = {
  occupation_id: { kind: 'select', label: 'stocks.occupation_id' },
  occupation_other: { kind: 'text', label: 'stocks.occupation_other', when: otherOf('occupation_id') },
  employer_name: { kind: 'text', label: 'stocks.employer_name', autoComplete: 'organization', when: employed },
  title_and_position_id: { kind: 'select', label: 'stocks.title_and_position_id', when: employed },
  title_and_position_other: { kind: 'text', label: 'stocks.title_and_position_other', when: otherOf('title_and_position_id') },
  employment_function: {
    kind: 'text',
    label: 'stocks.employment_function',
    help: 'stocks.employment_function.help',
    when: employed,
  },
  annual_income_id: { kind: 'select', label: 'stocks.annual_income_id' },
  saving_investments_id: { kind: 'select', label: 'stocks.saving_investments_id' },
  investment_objectives_id: { kind: 'select', label: 'stocks.investment_objectives_id' },
  investment_objectives_other: {
    kind: 'text',
    label: 'stocks.investment_objectives_other',
    when: otherOf('investment_objectives_id'),
  },
  tin_number: { kind: 'text', label: 'stocks.tin_number', help: 'stocks.tin_number.help', autoComplete: 'off' },
  is_different_address: { kind: 'check', label: 'stocks.is_different_address', isOptional: true },
  mailing_address: { kind: 'text', label: 'stocks.mailing_address', when: { field: 'is_different_address', is: [true] } },
  city_and_state_with_index: {
    kind: 'text',
    label: 'stocks.city_and_state_with_index',
    when: { field: 'is_different_address', is: [true] },
  },
  country: { kind: 'country', label: 'stocks.country', when: { field: 'is_different_address', is: [true] } },
  signature: { kind: 'text', label: 'stocks.signature', help: 'stocks.signature.help', autoComplete: 'off' },
} as const satisfies Record<string, FieldSpec>;
export type StockField = keyof typeof fields;

/** Which fields each part of the form has: the page that it is on the screen. */
export const stockParts = {
  common: [
    'occupation_id',
    'occupation_other',
    'employer_name',
    'title_and_position_id',
    'title_and_position_other',
    'employment_function',
  ],
  extra: ['annual_income_id', 'saving_investments_id', 'investment_objectives_id', 'investment_objectives_other'],
  w8ben: ['tin_number', 'is_different_address', 'mailing_address', 'city_and_state_with_index', 'country', 'signature'],
} as const satisfies Record<string, readonly StockField[]>;
export type StockPart = keyof typeof stockParts;

export const stocksContract = contract({
  area: 'stocks',
  calls: {
    getForm: {
      method: 'POST',
      path: 'api/direct/client-stocks-form/get',
      summary:
        'Which parts of the form a client has still to fill in before an account for shares of that type, and what is known.',
      who: 'client',
      gate: 'view_stocks',
      runs: 'read',
      input: z.object({ account_type_id: accountTypeId }),
      output: z.object({
        showCommonStockQuestionnaire: z.boolean(),
        showExtraStockQuestionnaire: z.boolean(),
        showW8BENForm: z.boolean(),
        /** As the client has told it; empty where none is known. */
        client_tin_number: z.string(),
        advantage_stock_data: z.object({ client_has_enabled_stock: z.boolean() }),
        /** What the signature has to say. */
        client_name: z.string(),
      }),
      errors: { account_type_not_offered: 422 },
      reads: ['accounts', 'documents'],
    },
    saveForm: {
      method: 'POST',
      path: 'api/direct/client-stocks-form/save',
      summary: 'Keeps the parts that were asked for; the W-8BEN is signed by typing one’s name.',
      who: 'client',
      gate: 'open_stock_account',
      runs: 'transaction',
      input: saveInput,
      output: z.object({ w8ben: w8benState }),
      errors: { account_type_not_offered: 422, field_required: 422, signature_wrong: 422 },
      stale: ['accounts', 'documents'],
      rate: { count: 60, seconds: 3600 },
    },
    overview: {
      method: 'GET',
      path: 'api/direct/stock-trading',
      summary: 'The client’s accounts for shares, the state of the W-8BEN and what is withheld from dividends with it.',
      who: 'client',
      gate: 'view_stocks',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        w8ben: w8benState,
        /** In per cent, now and with a W-8BEN that counts. */
        withheld_percent: z.int(),
        withheld_with_form_percent: z.int(),
        types: z.array(
          z.object({
            account_type_id: z.int(),
            name: z.string(),
            title: z.string(),
            /** Parts of the form that are still to be filled in. */
            missing: z.array(z.enum(['common', 'extra', 'w8ben'])),
            account: z.object({ number: z.int(), balance: z.string(), currency: z.string() }).nullable(),
          }),
        ),
      }),
      errors: {},
      reads: ['accounts', 'documents'],
    },
  },
  forms: {
    stocks: form({
      sends: saveInput,
      supplied: ['account_type_id'],
      incomplete: 'stocks.complete',
      fields,
      pages: [
        { title: 'stocks.part.common', fields: stockParts.common },
        { title: 'stocks.part.extra', fields: stockParts.extra },
        { title: 'stocks.part.w8ben', fields: stockParts.w8ben },
      ],
    }),
  },
  pages: {
    trading: { path: 'stock-trading', gate: 'view_stocks', title: 'stocks.title', group: 'invest' },
    form: {
      path: 'stock-trading/form',
      gate: 'open_stock_account',
      query: ['account', 'stock-details'],
      title: 'stocks.form.title',
    },
  },
});
