import { z } from 'zod';
import { goldVaultKeys } from '../../law/goldVaults.ts';
import { companyIds } from '../../law/regions/profile.ts';
import { contract } from '../../protocol/call.ts';
import { takenFile } from '../../protocol/file.ts';
import { afterId, approvalAnswer, reason } from '../../protocol/staff.ts';

/* What lies in the vaults for the clients who hold gold. Weights are grams of fine gold as decimal strings. */

const moment = z.iso.datetime();
const grams = z.string();
const vault = z.enum(goldVaultKeys);
const company = z.literal(companyIds);

const statement = z.object({
  id: z.int(),
  vault,
  /** The supplier's own number of it. */
  number: z.string(),
  as_of: moment,
  unallocated: grams,
  /** The local part of the address. */
  brought_by: z.string(),
  imported_at: moment,
});

/** What clients own against what lies there, at one instant. */
const check = z.object({
  id: z.int(),
  vault,
  at: moment,
  clients: grams,
  bars: grams,
  /** Null: no statement was young enough. */
  unallocated: grams.nullable(),
  /** What lies there beyond what clients own; negative where it is less. Null while the supplier's statement is missing. */
  difference: grams.nullable(),
  checked_at: moment,
});
export type VaultCheck = z.infer<typeof check>;

const bar = z.object({
  id: z.int(),
  vault,
  company,
  refiner: z.string(),
  serial: z.string(),
  weight: grams,
  came_at: moment,
  /** Where it is: here, set aside for a delivery, or gone to a client. */
  state: z.enum(['in_vault', 'allocated', 'gone']),
});
export type Bar = z.infer<typeof bar>;

/** A statement is a few lines. */
export const vaultFile = { kinds: ['xml'], mostBytes: 100_000 } as const;
/** Bars of one purchase. */
export const mostBars = 200;

const newBar = z.object({
  refiner: z.string().trim().min(1).max(60),
  serial: z.string().trim().min(1).max(40),
  grams: z.string().max(20),
});
export type NewBar = z.infer<typeof newBar>;

export const vaultsContract = contract({
  area: 'vaults',
  calls: {
    vaults: {
      method: 'GET',
      path: '/api/desk/gold/vaults',
      summary:
        'Each vault: what clients own of it, the bars, what its supplier says lies there unallocated, and what the checks found.',
      who: 'staff',
      right: 'transfers',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        vaults: z.array(
          z.object({
            vault,
            companies: z.array(company),
            /** What their clients own now. */
            clients: grams,
            bars: z.object({ count: z.int(), weight: grams }),
            /** As the newest statement has it. */
            statement: statement.nullable(),
            check: check.nullable(),
          }),
        ),
        /** The latest, at most thirty of each. */
        statements: z.array(statement),
        checks: z.array(check),
      }),
      errors: {},
      reads: ['cases', 'approvals'],
    },
    bars: {
      method: 'GET',
      path: '/api/desk/gold/bars',
      summary: 'The register of bars, the newest first.',
      who: 'staff',
      right: 'transfers',
      runs: 'read',
      input: z.object({ vault: vault.optional(), after: afterId.optional() }),
      output: z.object({ bars: z.array(bar), next: z.string().nullable() }),
      errors: {},
      reads: ['cases', 'approvals'],
    },
    import: {
      method: 'POST',
      path: '/api/desk/gold/statements',
      summary:
        'Reads what a supplier says lies in its vault unallocated (our own format, `vault-statement:1`), and checks the vault by it.',
      who: 'staff',
      right: 'transfers',
      audits: 'gold_statement.import',
      runs: 'saga',
      takesFile: vaultFile,
      input: z.object({ file: takenFile, reason }),
      output: z.object({ statement, check: check.nullable() }),
      errors: { statement_known: 409, not_a_vault_statement: 422 },
      stale: ['cases', 'audit'],
    },
    buy: {
      method: 'POST',
      path: '/api/desk/gold/stock',
      summary: 'Asks a second person to take gold into stock: bars by their serials, or a weight that lies there unallocated.',
      who: 'staff',
      right: 'transfers',
      audits: 'gold_stock.buy',
      runs: 'transaction',
      input: z.object({
        vault,
        company,
        /** The supplier's own number of it. */
        reference: z.string().trim().min(1).max(60),
        /** In US dollars. */
        cost: z.string().max(20),
        /** Exactly one of the two. */
        bars: z.array(newBar).min(1).max(mostBars).optional(),
        grams: z.string().max(20).optional(),
        reason,
      }),
      output: approvalAnswer,
      errors: {
        bad_amount: 422,
        bad_weight: 422,
        field_required: 422,
        bar_known: 409,
        purchase_known: 409,
        vault_of_others: 422,
      },
      stale: ['approvals', 'audit'],
    },
    explain: {
      method: 'POST',
      path: '/api/desk/gold/vaults/{vault}',
      summary: 'Takes a difference out of the queue: somebody knows what it is. It comes back at the next check that finds one.',
      who: 'staff',
      right: 'transfers',
      audits: 'gold_check.explain',
      runs: 'transaction',
      input: z.object({ vault, reason }),
      output: z.object({ explained: z.boolean() }),
      errors: { case_claimed: 409, not_waiting: 409 },
      stale: ['cases', 'audit'],
    },
  },
  deskPages: {
    vaults: { path: 'gold', title: 'desk.nav.gold', right: 'transfers' },
    bars: { path: 'gold/bars', query: ['vault', 'after'], title: 'desk.nav.gold', right: 'transfers' },
  },
});
