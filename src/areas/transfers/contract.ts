import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { takenFile } from '../../protocol/file.ts';
import { paperBytes, paperKinds } from '../../protocol/fileKinds.ts';
import { form } from '../../protocol/form.ts';
import { periodErrors } from '../../protocol/period.ts';
import { gateErrors } from '../../protocol/gateErrors.ts';
import { askedNumber } from '../../protocol/asked.ts';
import { transferDetails, transferLine, transferStatuses, transferTypes } from '../../protocol/payment.ts';

export type { TransferStatus, TransferType } from '../../protocol/payment.ts';
export type { AskedPaper } from '../../protocol/payout.ts';

/** A day, `yyyy-MM-dd` (UTC), or an instant. */
const periodEnd = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** What the list can be asked for. */
export const listedTypes = transferTypes;
export type ListedType = (typeof listedTypes)[number];

/** What the filters of the list, the overview and the spreadsheet have in common. */
const listFilters = {
  from: periodEnd.optional(),
  /** Included, a day as a whole. */
  till: periodEnd.optional(),
  transfer_type: z.enum(listedTypes).optional(),
  /** A trading account or wallet, at either end. */
  account: z
    .string()
    .regex(/^\d{1,12}$/)
    .optional(),
  status: z.enum(transferStatuses).optional(),
};

/** One screen at two addresses, so both take the same. */
const listQuery = ['transfer_type', 'from', 'till', 'page', 'account', 'status', 'after'] as const;

/** What a paper is sent as. */
const papers = { kinds: paperKinds, mostBytes: paperBytes } as const;
const paperInput = z.object({ tid: askedNumber, file: takenFile });

/** What a client has of a deposit that they look for. */
const findInput = z.object({ q: z.string().trim().min(1).max(120) });

/** A deposit that was found, how it stands, and what can be done of it. */
export const foundDeposit = transferLine.extend({
  /** What happens next, or what has happened last. */
  text: z.string(),
  move_on: transferDetails.shape.move_on,
});

/** So many papers a transfer has: what is more has its place in a letter. */
export const mostPapers = 10;

/** How many pages of a list can be asked for by number. */
export const numberedPages = 50;

export const transfersContract = contract({
  area: 'transfers',
  operations: 'history',
  calls: {
    transfers: {
      method: 'GET',
      path: 'api/transfers',
      summary: 'With tid one transfer and its timeline; without, the list, newest first.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({
        tid: z
          .string()
          .regex(/^\d{1,9}$/)
          .optional(),
        ...listFilters,
        /** Where the next page begins: `next` of the page before. */
        after: z.string().max(60).optional(),
        /**
         * Page by number, from 1; behind the last it is the last (readings §32). Each costs a little more than the one before, so
         * deeper ones than `numberedPages` are had by `after` only.
         */
        page: inDigits(z.int().min(1).max(1_000_000)).optional(),
        limit: inDigits(z.int().min(1).max(100)).optional(),
      }),
      output: z.union([
        z.object({ transfer: transferDetails }),
        z.object({
          transfers: z.array(transferLine),
          /** Which page this is, where one was asked for by its number; null otherwise. */
          page: z.int().nullable(),
          /** Null at the end. */
          next: z.string().nullable(),
        }),
      ]),
      errors: { unknown_transfer: 404, bad_cursor: 422, ...periodErrors },
      reads: ['transfers', 'documents'],
    },
    overview: {
      method: 'GET',
      path: 'api/transfers/overview',
      summary: 'What is under way, and the latest of what has ended.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({ under_way: z.array(transferLine), recent: z.array(transferLine) }),
      errors: {},
      reads: ['transfers'],
    },
    find: {
      method: 'GET',
      path: 'api/transfers/find',
      summary:
        'Where a deposit is, by what its payer has of it: a reference, the number or hash of the payment, or the last four digits of the card.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      rate: { count: 60, seconds: 600 },
      input: findInput,
      output: z.object({ deposits: z.array(foundDeposit) }),
      errors: {},
      reads: ['transfers', 'wallets'],
    },
    cancel: {
      method: 'POST',
      path: 'api/transfers/cancel',
      summary: 'Cancels a transfer that no money has moved for yet.',
      who: 'client',
      gate: 'cancel_transfer',
      runs: 'saga',
      input: z.object({ tid: askedNumber }),
      output: z.object({ transfer: transferDetails }),
      errors: { unknown_transfer: 404, cannot_cancel: 409, cancel_rate_changed: 409 },
      stale: ['accounts', 'transfers', 'wallets', 'dashboard'],
    },
    accept: {
      method: 'POST',
      path: 'api/transfers/accept',
      summary: 'Takes what arrived when it is not what was asked for.',
      who: 'client',
      runs: 'saga',
      input: z.object({ tid: askedNumber }),
      output: z.object({ transfer: transferDetails }),
      errors: { unknown_transfer: 404, cannot_accept: 409, rate_not_available: 422, unverified_cap: 422, ...gateErrors },
      stale: ['accounts', 'transfers', 'wallets', 'dashboard'],
    },
    result: {
      method: 'GET',
      path: 'api/payment-result',
      summary: 'How the payment stands, for a browser that comes back from the hosted page.',
      who: 'client',
      gate: 'view',
      runs: 'saga',
      rate: { count: 60, seconds: 60 },
      input: z.object({ tid: z.string().regex(/^\d{1,9}$/) }),
      output: z.object({ transfer: transferDetails }),
      errors: { unknown_transfer: 404 },
      reads: ['transfers'],
    },
    paper: {
      method: 'POST',
      path: 'api/transfers/paper',
      summary:
        'A paper about a deposit that is under way or has fallen through, such as the bank’s proof that it was paid, for whoever decides it.',
      who: 'client',
      gate: 'view',
      runs: 'transaction',
      rate: { count: 20, seconds: 3600 },
      input: paperInput,
      output: z.object({ transfer: transferDetails }),
      errors: { unknown_transfer: 404, no_paper_wanted: 409, too_many_papers: 409 },
      takesFile: papers,
      stale: ['transfers'],
    },
    spreadsheet: {
      method: 'GET',
      path: 'api/transfers-to-excel',
      summary: 'The filtered list as an Excel workbook.',
      who: 'client',
      gate: 'export_transfers',
      runs: 'read',
      traces: 'export',
      answersFile: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      input: z.object(listFilters),
      output: z.object({}),
      errors: periodErrors,
    },
  },
  forms: {
    find: form({ sends: findInput, fields: { q: { kind: 'text', label: 'history.find.q', help: 'history.find.q.help' } } }),
    paper: form({
      sends: paperInput,
      supplied: ['tid'],
      fields: { file: { kind: 'file', label: 'history.paper.file', takes: papers } },
    }),
  },
  pages: {
    overview: { path: 'transfers', query: listQuery, title: 'page.transfers', gate: 'view', group: 'money' },
    details: { path: 'transfers/{id:int}', title: 'page.transfer', gate: 'view' },
    find: { path: 'transfers/find', query: ['q'], title: 'page.findDeposit', gate: 'view' },
    list: {
      path: 'transfers/list',
      query: listQuery,
      title: 'page.transfers',
      gate: 'view',
    },
    mobile: { path: 'mobile-transfers', query: ['id'], title: 'page.transfers', gate: 'view' },
  },
});
