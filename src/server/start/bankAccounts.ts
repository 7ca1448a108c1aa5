import { z } from 'zod';
import { currencyCodes } from '../../base/currency.ts';
import { zoneRuleOf } from '../../base/zone.ts';
import { companyIds } from '../../law/regions/profile.ts';

export const timeZone = z.string().refine((text) => zoneRuleOf(text) !== undefined, {
  error:
    'must be minutes from UTC such as 120, a zone such as Europe/Athens, or one with hours beside it such as America/New_York+7',
});

const bankAccount = z.strictObject({
  company: z.literal(companyIds),
  currency: z.enum(currencyCodes),
  holder: z.string().min(1).max(140),
  bank: z.string().min(1).max(140),
  number: z.string().regex(/^[A-Z0-9]{4,34}$/),
  bic: z.string().regex(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/),
  address: z.string().max(200),
  zone: timeZone,
});

/** A list in JSON: clients are told to pay to what stands here, so it is changed where keys are, and by nobody at the desk. */
export const bankAccounts = z.string().transform((text, ctx) => {
  const read = z.array(bankAccount).min(1).max(100).safeParse(jsonOf(text));
  if (read.success) return read.data;
  ctx.addIssue({ code: 'custom', message: `must be a list of accounts in JSON: ${z.prettifyError(read.error).slice(0, 300)}` });
  return z.NEVER;
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
