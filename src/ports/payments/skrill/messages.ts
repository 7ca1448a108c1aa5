import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/**
 * Skrill's messages (Quick Checkout guide, status URL; Merchant Query Interface guide): forms and plain text. A report is signed by
 * `md5sig = UPPER md5( merchant_id + transaction_id + UPPER md5(secret word) + mb_amount + mb_currency + status )`.
 */
export const reportSchema = z.object({
  merchant_id: z.string().max(20),
  transaction_id: z.string().min(1).max(100),
  mb_transaction_id: z.string().max(40).optional(),
  /** What a transaction of an order does; our own agreement with the provider. */
  transaction_type: z.string().max(20).optional(),
  mb_amount: z.string().max(30),
  mb_currency: z.string().max(3),
  status: z.string().regex(/^-?\d$/),
  /** The payer's account. */
  pay_from_email: z.string().max(254).optional(),
  firstname: z.string().max(100).optional(),
  lastname: z.string().max(100).optional(),
  md5sig: z.string().max(64),
});
export type Report = z.infer<typeof reportSchema>;

const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');

/** The signature over a report, in capitals. */
export function reportSignature(report: Omit<Report, 'md5sig'>, secretWord: string): string {
  const { merchant_id, transaction_id, mb_amount, mb_currency, status } = report;
  return md5([merchant_id, transaction_id, md5(secretWord).toUpperCase(), mb_amount, mb_currency, status].join('')).toUpperCase();
}

/** Whether the report is signed with that word, compared in constant time. */
export function isSignedBy(report: Report, secretWord: string): boolean {
  const expected = Buffer.from(reportSignature(report, secretWord), 'utf8');
  const given = Buffer.from(report.md5sig.toUpperCase(), 'utf8');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The query interface takes the hash of its password. */
export const queryPasswordHash = md5;

/** What a form says; a field that comes twice counts as it came last. */
export function readForm(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** An answer of the query interface: a code with a tab behind it, then the body. */
export function readQueryAnswer(
  text: string,
): { readonly code: number; readonly message: string; readonly body: string } | undefined {
  const [, code, message = '', body = ''] = /^(\d{3})\t+([^\n]{0,500})\n?([\s\S]*)$/.exec(text) ?? [];
  return code === undefined ? undefined : { code: Number(code), message, body };
}

/** An answer of the Automated Payments Interface: a session, the status of a transaction, or what is wrong. Undefined: none of its. */
export function readInterfaceAnswer(text: string) {
  if (!/^\s*(<\?xml[^>]{0,200}\?>\s*)?<response>/.test(text)) return undefined;
  const within = (name: string): string | undefined => new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(text)?.[1]?.trim();
  return { sid: within('sid'), status: within('status'), error: within('error_msg') };
}
