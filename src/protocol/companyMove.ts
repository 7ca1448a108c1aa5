import { z } from 'zod';
import { riskExperiences, toldMoveReasons } from '../law/migration.ts';
import { movedThings, type MoveBlocker, type MovedThing } from '../law/moves.ts';
import { companyIds, termsDocuments } from '../law/regions/profile.ts';

/* A move to another company as its client asks for it, and as the desk sees it. */

const iso2 = z.string().regex(/^[A-Z]{2}$/);
const ofList = z.string().min(1).max(20);
/** The migration profile form (document 2 §3). */
export const migrationInput = z.object({
  residence_country: iso2,
  birth_date: z.iso.date(),
  place_of_birth: iso2,
  /** The type of account that is to be opened there. */
  account: z.string().min(1).max(40),
  currency: z.string().min(1).max(3),
  leverage: z.string().regex(/^\d{1,4}$/),
  /** In per cent, of the type for strategies. */
  investment_strategy_remuneration: z
    .string()
    .regex(/^([0-4]?\d|50)$/)
    .optional(),
  /** Ids, or a text of them with commas between. */
  traded_system_experience: z.union([z.string().min(1).max(80), z.array(ofList).min(1).max(20)]),
  traded_experience: ofList,
  number_of_trades: ofList,
  annual_volume: ofList,
  tax_residency: iso2,
  tax_id: z.string().max(20).optional(),
  experience_risk: z.enum(riskExperiences),
});
export type Migration = z.output<typeof migrationInput>;

/** As it is asked with: one value under the name that document 1 §7 prints, or its fields beside the action. */
export const migrationAsked = migrationInput.partial().extend({ client: migrationInput.partial().optional() });
const asksMove = { action: z.literal('migrate') };
export const migrationInputs = [
  z.object({ ...asksMove, client: migrationInput }),
  z.object({ ...asksMove, ...migrationInput.shape }),
] as const;

export const deskMove = z.object({
  id: z.int(),
  client_id: z.int(),
  phase: z.string(),
  from: z.literal(companyIds),
  to: z.literal(companyIds),
  country: z.string().nullable(),
  /** What the client told in the form, field by field. */
  told: z.record(z.string(), z.string()),
  asked_at: z.iso.datetime(),
});
export type DeskMove = z.infer<typeof deskMove>;

/** What the form offers: where a move leads from each country, what is opened there, and the lists. */
export const migrationOffered = z.object({
  today: z.iso.date(),
  countries: z.record(iso2, z.literal(companyIds)),
  accounts: z.array(
    z.object({
      company: z.literal(companyIds),
      name: z.string(),
      title: z.string(),
      currencies: z.array(z.string()),
      leverages: z.array(z.int()),
    }),
  ),
  lists: z.record(z.string(), z.array(z.object({ id: z.string(), translate_string: z.string() }))),
});
export type MigrationOffered = z.output<typeof migrationOffered>;

const isBlocker = (thing: MovedThing): thing is MoveBlocker => movedThings[thing] === 'blocks';
const blockers = (Object.keys(movedThings) as MovedThing[]).filter(isBlocker);

export const agreedDocuments = z.object({
  version: z.int(),
  documents: z.array(z.object({ key: z.enum(termsDocuments), url: z.string().nullable() })),
});

/** `none`: nobody has offered one; `open`: it may be made; `under_way`, `moved`, `given_up`: what became of the last. */
export const moveStatus = z.enum(['none', 'asked', 'declined', 'open', 'under_way', 'moved', 'given_up']);

export const moveInfo = z.object({
  client_id: z.int(),
  status: moveStatus,
  /** Why the last one that was asked for was declined, as its client reads it. */
  reason: z.enum(toldMoveReasons).nullable(),
  /** Where it leads; null where nowhere. */
  company: z.literal(companyIds).nullable(),
  /** Both are asked for before a PIN is sent. */
  is_terms_agreed: z.boolean(),
  is_approved: z.boolean(),
  accounts: z.array(
    z.object({
      number: z.int(),
      title: z.string(),
      platform: z.string(),
      currency: z.string(),
      balance: z.string(),
      /** The bonus on it, which ends. */
      bonus: z.string(),
      leverage: z.int(),
      /** What it becomes; null: its money goes into the wallet. */
      becomes: z.object({ title: z.string(), leverage: z.int() }).nullable(),
    }),
  ),
  /** All that moves, by currency, wallets among it. */
  amounts: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** What has to be dealt with first; null while a platform does not answer. */
  blockers: z.array(z.enum(blockers)).nullable(),
});
export type MoveInfo = z.infer<typeof moveInfo>;
