import { z } from 'zod';
import { migrationLines, moveReasons } from '../../law/migration.ts';
import { companyIds } from '../../law/regions/profile.ts';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { form } from '../../protocol/form.ts';
import { gateErrors } from '../../protocol/gateErrors.ts';
import {
  agreedDocuments,
  deskMove,
  migrationAsked,
  migrationInput,
  migrationInputs,
  migrationOffered,
  moveInfo,
  moveStatus,
} from '../../protocol/companyMove.ts';
import { reason, rowId } from '../../protocol/staff.ts';

/* From one of the broker's companies to another, with all accounts and money (document 3 §2, §4 and §7). Amounts are decimal strings. */

/** Document 3 §5: exactly four digits. */
const pin = z.string().regex(/^\d{4}$/);

const sent = z.object({ channel: z.enum(['email', 'sms']), resend_seconds: z.int() });
const moved = z.object({ direct: z.object({ status: moveStatus }) });

const processInput = z.object({ pin });

const sendErrors = { company_move_not_offered: 409, terms_not_accepted: 422, code_just_sent: 429, too_many_codes: 429 } as const;
const processErrors = {
  company_move_not_offered: 409,
  terms_not_accepted: 422,
  company_move_blocked: 409,
  platform_unavailable: 503,
  pin_wrong: 422,
  pin_expired: 422,
} as const;
const stale = ['client_info', 'accounts', 'wallets', 'dashboard', 'notices'] as const;

/** What `migrate` is asked by POST (document 3 §7); the two that are read stand at its GET. */
export const moveActions = [
  'accept_uk_terms',
  'accept_ftg_terms',
  'accept_mauritius_terms',
  'approve_uk_movement',
  'approve_ftg_movement',
  'change_branch_uk_to_main',
  'login_to_uk',
  'login_to_ftg',
  'migrate',
] as const;
export type MoveAction = (typeof moveActions)[number];
export type { MoveInfo } from '../../protocol/companyMove.ts';

export const movesContract = contract({
  area: 'moves',
  calls: {
    available: {
      method: 'GET',
      path: 'api/direct/forextime/clients/migrate',
      summary:
        'Whether the batch transfer to the UK company, or to the global one, can be made now: false while something is open.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ action: z.enum(['is_b2b_uk_transfer_available', 'is_b2b_transfer_available']) }),
      output: z.object({ direct: z.object({ b2b_transfer_available: z.boolean() }) }),
      errors: { platform_unavailable: 503 },
      reads: ['client_info', 'accounts', 'positions'],
    },
    act: {
      method: 'POST',
      path: 'api/direct/forextime/clients/migrate',
      summary:
        'Agrees to the terms of another company, approves the move there, goes back to the main branch, signs on with the company that one has moved to (sets the region’s cookie), or asks for a move by the migration profile form, which signs out.',
      who: 'client',
      gate: 'view',
      runs: 'transaction',
      input: migrationAsked.extend({
        action: z.enum(moveActions),
        /** With the actions that agree to terms. */
        is_terms_agreed: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
        /** Of the terms that were read, with the same actions; left out: the newest ones are meant. */
        terms_version: inDigits(z.int().min(0)).optional(),
      }),
      inputs: [
        z.object({
          action: z.enum(moveActions).exclude(['migrate']),
          is_terms_agreed: z.boolean().optional(),
          terms_version: z.int().optional(),
        }),
        ...migrationInputs,
      ],
      output: z.object({
        direct: z.object({
          status: moveStatus,
          /** Where the other company’s portal is; null: here. Of the actions that sign on. */
          redirect: z.string().nullable(),
          company_id: z.int(),
          sid: z.string(),
        }),
      }),
      errors: {
        ...gateErrors,
        company_move_not_offered: 409,
        company_move_begun: 409,
        terms_not_accepted: 422,
        terms_changed: 409,
        company_not_yours: 409,
        branch_is_main: 409,
        field_required: 422,
        validation_failed: 422,
        country_not_served: 422,
        country_not_served_here: 422,
        account_type_not_offered: 422,
        currency_not_offered: 422,
        leverage_not_offered: 422,
        risk_not_understood: 422,
      },
      stale,
    },
    isAvailable: {
      method: 'GET',
      path: 'api/direct/migrate-to-another-company',
      summary: 'Whether a move to another company applies to the client.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ action: z.enum(['is-available']).default('is-available') }),
      output: z.object({
        direct: z.object({
          available: z.boolean(),
          /** The route that it leads by; null where there is none. */
          route: z.enum(['uk', 'ftg']).nullable(),
          /** What is agreed to first. */
          terms: agreedDocuments.nullable(),
          /** Of a client of the global company who has not agreed to its newest terms: `accept_mauritius_terms`. */
          own_terms: agreedDocuments.nullable(),
          is_branch_uk: z.boolean(),
          /** The account that the form asked for, once the move is made; null where it asked for none that is opened by its client. */
          wished: z.object({ account: z.string(), currency: z.string(), leverage: z.string() }).nullable(),
          /** Of one that is asked for, or may be made: with whom its client stays by withdrawing it; null where there is none. */
          stays_with: z.literal(companyIds).nullable(),
          move: moveInfo.pick({ status: true, reason: true, company: true, is_terms_agreed: true, is_approved: true }),
        }),
      }),
      errors: {},
      reads: ['client_info'],
    },
    withdraw: {
      method: 'POST',
      path: 'api/direct/migrate-to-another-company',
      summary:
        'Says no to a move that was asked for, or that may be made: it ends before anything has moved, and accounts are opened again.',
      who: 'client',
      gate: 'view',
      runs: 'transaction',
      input: z.object({ action: z.literal('withdraw') }),
      output: moved,
      errors: { company_move_begun: 409, no_move_to_withdraw: 409 },
      stale,
    },
    migration: {
      method: 'GET',
      path: 'api/direct/migrate-to-another-company/form',
      summary:
        'What the migration profile form offers: where a move leads from each country, what is opened there, and the lists.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: migrationOffered,
      errors: {},
    },
    info: {
      method: 'GET',
      path: 'api/direct/batch-b2b-transfer/info',
      summary: 'What a move to the global company takes along: accounts, amounts, what stands against it.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({ direct: moveInfo }),
      errors: {},
      reads: ['client_info', 'accounts', 'equity', 'wallets', 'positions'],
    },
    infoUk: {
      method: 'GET',
      path: 'api/direct/batch-b2b-transfer/info_uk',
      summary: 'The same of a move to the UK company.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({ direct: moveInfo }),
      errors: {},
      reads: ['client_info', 'accounts', 'equity', 'wallets', 'positions'],
    },
    sendpin: {
      method: 'POST',
      path: 'api/direct/batch-b2b-transfer/sendpin',
      summary: 'Sends the PIN that the move to the global company is confirmed with.',
      who: 'client',
      gate: 'transfer',
      runs: 'saga',
      keepsAnswer: false,
      input: z.object({}),
      output: sent,
      errors: sendErrors,
    },
    sendpinUk: {
      method: 'POST',
      path: 'api/direct/batch-b2b-transfer/sendpin_uk',
      summary: 'The same of the move to the UK company.',
      who: 'client',
      gate: 'transfer',
      runs: 'saga',
      keepsAnswer: false,
      input: z.object({}),
      output: sent,
      errors: sendErrors,
    },
    process: {
      method: 'POST',
      path: 'api/direct/batch-b2b-transfer/process',
      summary:
        'Moves every account and all money to the global company, whole or not at all. What a platform has not answered yet is finished later (`under_way`).',
      who: 'client',
      gate: 'transfer',
      runs: 'saga',
      keepsAnswer: false,
      input: processInput,
      output: moved,
      errors: processErrors,
      stale,
    },
    processUk: {
      method: 'POST',
      path: 'api/direct/batch-b2b-transfer/process_uk',
      summary: 'The same to the UK company.',
      who: 'client',
      gate: 'transfer',
      runs: 'saga',
      keepsAnswer: false,
      input: processInput,
      output: moved,
      errors: processErrors,
      stale,
    },
    read: {
      method: 'GET',
      path: '/api/desk/moves/{id}',
      summary: 'A move that a client has asked for, with what was told in the form.',
      who: 'staff',
      right: 'moves',
      audits: 'company_move.read',
      runs: 'read',
      input: z.object({ id: rowId }),
      output: z.object({ move: deskMove }),
      errors: { unknown_move: 404 },
      reads: ['cases'],
    },
    decide: {
      method: 'POST',
      path: '/api/desk/moves/{id}',
      summary: 'Approves a move that a client has asked for, which may be made from then on, or declines it.',
      who: 'staff',
      right: 'moves',
      audits: 'company_move.decide',
      runs: 'transaction',
      input: z.object({
        id: rowId,
        decision: z.enum(['approved', 'declined']),
        reason_code: z.enum(moveReasons).optional(),
        reason,
      }),
      output: z.object({ move: deskMove }),
      errors: { unknown_move: 404, not_waiting: 409, is_client_there: 409, case_claimed: 409, field_required: 422 },
      stale: ['cases', 'audit'],
    },
  },
  forms: {
    migration: form({ sends: migrationInput, fields: migrationLines }),
    terms: form({
      sends: z.object({ is_terms_agreed: z.boolean() }),
      fields: { is_terms_agreed: { kind: 'check', label: 'moves.terms.agree', missing: 'moves.terms.missing' } },
    }),
    pin: form({
      sends: processInput,
      fields: {
        pin: {
          kind: 'text',
          label: 'moves.pin.label',
          help: 'moves.pin.help',
          inputMode: 'numeric',
          autoComplete: 'one-time-code',
          isSecret: true,
          maxLength: 4,
        },
      },
    }),
  },
  pages: {
    move: { path: 'move-to-another-company', title: 'page.companyMove', gate: 'view' },
    transfer: { path: 'b2b-transfer', title: 'page.b2bTransfer', gate: 'view' },
    transferUk: { path: 'b2b-transfer-uk', title: 'page.b2bTransfer', gate: 'view' },
  },
});
