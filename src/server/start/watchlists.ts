import { z } from 'zod';
import { watchlistFormats } from '../../ports/watchlists/index.ts';
import { listingKinds } from '../../ports/watchlists/port.ts';
import { isLoopback } from './thisMachine.ts';

const sources = z
  .array(
    z.strictObject({
      /** Hits and the audit name the list so: it stays. */
      name: z.string().regex(/^[a-z\d-]{1,40}$/),
      format: z.enum(watchlistFormats),
      address: z.string().refine((text) => URL.canParse(text) && isSafe(new URL(text))),
      kind: z.enum(listingKinds),
    }),
  )
  .max(50)
  .refine((lists) => new Set(lists.map(({ name }) => name)).size === lists.length);

/** Whoever could change a list on its way would decide who is on it. */
function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || protocol === 'file:' || (protocol === 'http:' && isLoopback(hostname));
}

/** The lists of persons that clients are screened against, in JSON. */
export const watchlistSources = z.string().transform((text, context) => {
  const read = sources.safeParse(parsed(text));
  if (read.success) return read.data;
  const message =
    'must be a list in JSON of {"name","format","address","kind"}: names in small letters, each once; formats ' +
    `${watchlistFormats.join(', ')}; addresses https:, file:, or http: on this machine itself; kinds ${listingKinds.join(', ')}`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
