import { z } from 'zod';
import { riskExperiences } from '../law/migration.ts';
import { companyIds } from '../law/regions/profile.ts';

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
