import { z } from 'zod';
import { enrolmentSections } from '../../law/enrolmentFields.ts';
import { methodKeys } from '../../law/methods.ts';
import { account } from '../../protocol/account.ts';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { notification } from '../../protocol/envelope.ts';
import { transferDetails, transferLine } from '../../protocol/payment.ts';
import { afterId, clientLine, reason, rowId } from '../../protocol/staff.ts';

/** How many pages of a search can be asked for. */
export const searchPages = 50;
/** How many clients, transfers, notices or sessions a page of the desk holds. */
export const deskPage = 20;

const oneClient = z.object({ client_id: rowId });
const moment = z.iso.datetime();

const profile = clientLine.extend({
  title: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  mobile_phone: z.string().nullable(),
  status_id: z.int(),
  branch: z.int(),
  region: z.string(),
  category: z.int(),
  language: z.string(),
  registered_at: moment,
  has_approved_id: z.boolean(),
  has_approved_residence: z.boolean(),
  at_passed: z.boolean(),
  /** The account service manager. */
  asm: z.string().nullable(),
  /** A new password is asked for before anything else. */
  must_set_password: z.boolean(),
  /** What the client may not do at present, each with the code that the client hears. */
  closed_gates: z.array(z.object({ gate: z.string(), code: z.string() })),
});
export type Profile = z.infer<typeof profile>;

const wallet = z.object({
  number: z.int(),
  currency: z.string(),
  balance: z.string(),
  /** Set aside for transfers under way; not part of the balance. */
  held: z.string(),
});

const notice = notification.extend({ closed_at: moment.nullable() });

const session = z.object({
  sid: z.string(),
  address: z.string(),
  agent: z.string(),
  created_at: moment,
  seen_at: moment,
  /** Null while it stands. */
  ended_at: moment.nullable(),
});

const owed = z.object({
  currency: z.string(),
  /** All that remains, and what of it trading platforms were asked for and have not answered. */
  remaining: z.string(),
  under_way: z.string(),
  debts: z.array(
    z.object({
      /** The reversal that it is the rest of. */
      transfer_id: z.int(),
      amount: z.string(),
      collected: z.string(),
      remaining: z.string(),
      opened_at: moment,
    }),
  ),
});
export type Owed = z.infer<typeof owed>;

const destination = z.object({
  pm_id: z.int(),
  /** Null of one that is offered no more. */
  method: z.enum(methodKeys).nullable(),
  /** Enough to know it by; null of one that was erased. */
  name: z.string().nullable(),
  /** Named by the client, or what paid in, to which withdrawals go back. */
  is_named: z.boolean(),
  created_at: moment,
  /** `unused`: no withdrawal to it was asked for yet, so that it has still to cool off. */
  state: z.enum(['unused', 'cooling', 'usable', 'closed']),
  /** Until when it cools off, or since when it has. */
  usable_from: moment.nullable(),
  /** What was said last of an address of a chain, for whoever decides of payments or papers; null of all else and for everybody else. */
  screening: z.object({ risk: z.enum(['low', 'medium', 'high', 'severe']), at: moment }).nullable(),
});
export type Destination = z.infer<typeof destination>;

/** A question as it was put, and what was answered, in words. */
const answered = z.object({ question: z.string(), answer: z.string() });

const told = z.object({
  /** What was told at the registration and anew since, in the order of its form. */
  answers: z.array(
    answered.extend({
      section: z.enum(enrolmentSections),
      field: z.string(),
      at: moment,
      /** What was told of it before, the latest first. */
      before: z.array(z.object({ answer: z.string(), at: moment })),
    }),
  ),
  /** Tests of appropriateness, the latest first. */
  tests: z.array(
    z.object({
      id: z.int(),
      at: moment,
      /** Of the questions, which the answers were given to. */
      version: z.string(),
      taken_in: z.enum(['test', 'second_step', 'yearly']),
      is_passed: z.boolean(),
      points: z.int(),
      max_leverage: z.int(),
      answers: z.array(answered),
    }),
  ),
  /** The suitability questions of the yearly confirmations, the latest first. */
  confirmations: z.array(z.object({ at: moment, version: z.string(), answers: z.array(answered) })),
});
export type Told = z.infer<typeof told>;

export const clientsContract = contract({
  area: 'clients',
  calls: {
    find: {
      method: 'GET',
      path: '/api/desk/clients',
      summary:
        'Finds clients by the beginning of a name or an e-mail address, by number, by an account’s or wallet’s number, or by the reference of a payment.',
      who: 'staff',
      right: 'read_clients',
      audits: 'client.search',
      runs: 'read',
      input: z.object({
        /** Left out: the clients who registered last. */
        search: z.string().trim().max(254).optional(),
        page: inDigits(z.int().min(1).max(searchPages)).default(1),
      }),
      output: z.object({
        clients: z.array(clientLine),
        /** The number of the following page; null at the end. */
        next: z.int().nullable(),
      }),
      errors: {},
    },
    client: {
      method: 'GET',
      path: '/api/desk/clients/{client_id}',
      summary: 'A client’s profile, accounts and wallets.',
      who: 'staff',
      right: 'read_clients',
      audits: 'client.read',
      runs: 'read',
      input: oneClient,
      output: z.object({ client: profile, accounts: z.array(account), wallets: z.array(wallet) }),
      errors: { client_not_found: 404 },
      reads: ['cases'],
    },
    money: {
      method: 'GET',
      path: '/api/desk/clients/{client_id}/money',
      summary: 'What a client owes, of which reversals and how much of it was collected, and where their withdrawals may go.',
      who: 'staff',
      right: 'read_clients',
      audits: 'client.read_money',
      runs: 'read',
      input: oneClient,
      output: z.object({ owed: z.array(owed), destinations: z.array(destination) }),
      errors: { client_not_found: 404 },
      reads: ['cases'],
    },
    told: {
      method: 'GET',
      path: '/api/desk/clients/{client_id}/told',
      summary:
        'What a client has told of themselves, with what they told before; their tests and yearly confirmations, each answer with the version of the questions.',
      who: 'staff',
      right: 'papers',
      audits: 'client.read_told',
      runs: 'read',
      input: oneClient,
      output: told,
      errors: { client_not_found: 404 },
      reads: ['cases'],
    },
    transfers: {
      method: 'GET',
      path: '/api/desk/clients/{client_id}/transfers',
      summary: 'A client’s transfers, newest first.',
      who: 'staff',
      right: 'read_clients',
      audits: 'client.read_transfers',
      runs: 'read',
      input: oneClient.extend({ after: z.string().max(60).optional() }),
      output: z.object({ transfers: z.array(transferLine), next: z.string().nullable() }),
      errors: { client_not_found: 404, bad_cursor: 422 },
    },
    transfer: {
      method: 'GET',
      path: '/api/desk/clients/{client_id}/transfers/{transfer_id}',
      summary: 'One transfer of a client with its timeline, as the client sees it.',
      who: 'staff',
      right: 'read_clients',
      audits: 'client.read_transfer',
      runs: 'read',
      input: oneClient.extend({ transfer_id: rowId }),
      output: z.object({ transfer: transferDetails }),
      errors: { client_not_found: 404, unknown_transfer: 404 },
    },
    notices: {
      method: 'GET',
      path: '/api/desk/clients/{client_id}/notices',
      summary: 'What a client was told on the screen, newest first, closed notices too.',
      who: 'staff',
      right: 'read_clients',
      audits: 'client.read_notices',
      runs: 'read',
      input: oneClient.extend({ after: afterId.optional() }),
      output: z.object({ notices: z.array(notice), next: z.string().nullable() }),
      errors: { client_not_found: 404 },
    },
    sessions: {
      method: 'GET',
      path: '/api/desk/clients/{client_id}/sessions',
      summary: 'A client’s sessions, newest first, ended ones too.',
      who: 'staff',
      right: 'read_clients',
      audits: 'client.read_sessions',
      runs: 'read',
      input: oneClient.extend({ after: afterId.optional() }),
      output: z.object({ sessions: z.array(session), next: z.string().nullable() }),
      errors: { client_not_found: 404 },
    },
    file: {
      method: 'GET',
      path: '/api/desk/clients/{client_id}/file',
      summary:
        'All that compliance has to know of a client as one document: profile, accounts, payments, what was told and tested, papers, screening, dues, cases, risk and notes.',
      who: 'staff',
      right: 'papers',
      audits: 'client.file',
      runs: 'read',
      answersFile: 'application/octet-stream',
      input: oneClient.extend({ format: z.enum(['pdf', 'csv', 'xlsx', 'print']) }),
      output: z.object({}),
      errors: { client_not_found: 404 },
    },
    requirePassword: {
      method: 'POST',
      path: '/api/desk/clients/{client_id}/require-password',
      summary: 'Has a client set a new sign-in password before anything else: on the screen now, or after signing in next.',
      who: 'staff',
      right: 'restrictions',
      audits: 'client.require_password',
      runs: 'transaction',
      input: oneClient.extend({ reason }),
      output: z.object({ client: profile }),
      errors: { client_not_found: 404, password_already_required: 409 },
      stale: ['audit'],
    },
  },
  deskPages: {
    find: { path: 'clients', query: ['search', 'page'], title: 'desk.nav.clients', right: 'read_clients' },
    client: { path: 'clients/{id:int}', title: 'desk.nav.client', right: 'read_clients' },
  },
});
