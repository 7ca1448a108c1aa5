import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { periodErrors } from '../../protocol/period.ts';
import { transferReceipt } from '../../protocol/receipt.ts';

const amount = z.string();

const statedFund = z.object({
  number: z.int(),
  /** What the client calls it. */
  name: z.string(),
  currency: z.string(),
  is_wallet: z.boolean(),
});

const statedLine = z.object({
  /** Of the entry in the book. */
  id: z.string(),
  at: z.iso.datetime(),
  text: z.string(),
  /** The transfer or the deal that it belongs to; empty for other entries. */
  reference: z.string(),
  /** Positive came in, negative went out. */
  amount,
  balance: amount,
});
export type StatedLine = z.infer<typeof statedLine>;

/** So many of its lines the screen shows; the files have all. */
export const linesShown = 50;

export const statementFormats = ['pdf', 'csv', 'xlsx', 'print'] as const;

/** Days of UTC, both included. */
const asked = {
  number: z.string().regex(/^\d{1,12}$/),
  from: z.iso.date(),
  till: z.iso.date(),
};

export const statementsContract = contract({
  area: 'statements',
  calls: {
    funds: {
      method: 'GET',
      path: 'api/statements/accounts',
      summary: 'The wallets and live trading accounts that the client has statements of.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        accounts: z.array(statedFund),
        /** By application time. */
        today: z.iso.date(),
      }),
      errors: {},
      reads: ['accounts', 'wallets'],
    },
    statement: {
      method: 'GET',
      path: 'api/statements',
      summary: 'What a wallet or a live trading account had before a period, what moved in it, and what stands there after it.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object(asked),
      output: z.object({
        account: statedFund,
        opening: amount,
        came_in: amount,
        went_out: amount,
        closing: amount,
        line_count: z.int(),
        /** The first of them, as they were booked. */
        lines: z.array(statedLine),
        /** Whether a document of pages would be too long: it is had for programs. */
        is_long: z.boolean(),
      }),
      errors: { unknown_account: 422, ...periodErrors },
      reads: ['accounts', 'wallets'],
    },
    file: {
      method: 'GET',
      path: 'api/statements/file',
      summary: 'The same as a document, for programs, or to be printed; its digest stands at its end.',
      who: 'client',
      gate: 'export_transfers',
      runs: 'read',
      traces: 'export',
      answersFile: 'application/octet-stream',
      input: z.object({ ...asked, format: z.enum(statementFormats) }),
      output: z.object({}),
      errors: { unknown_account: 422, statement_long: 409, ...periodErrors },
    },
    receipt: transferReceipt,
  },
  pages: {
    // Our own address: the documents ask for statements and name none.
    statements: {
      path: 'statements',
      query: ['number', 'from', 'till'],
      title: 'page.statements',
      gate: 'view',
      group: 'money',
    },
  },
});
