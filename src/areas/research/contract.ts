import { z } from 'zod';
import { contract } from '../../protocol/call.ts';

/** What a vendor makes for clients, each with its page. */
export const services = ['indicators', 'pro-tools', 'research', 'signal-centre'] as const;
export type Service = (typeof services)[number];

const asked = z.object({
  service: z.enum(services),
  is_open: z.boolean(),
  /** Why it is not; null where it is open. */
  code: z.string().nullable(),
  /** The same in a sentence. */
  message: z.string().nullable(),
  /** What it asks of the client besides a complete registration. */
  approved_only: z.boolean(),
  least_equity: z.string(),
});
export type AskedService = z.infer<typeof asked>;

const page = { gate: 'view', group: 'tools' } as const;

export const researchContract = contract({
  area: 'research',
  calls: {
    clientTc: {
      method: 'GET',
      path: 'api/client-tc',
      summary: 'What research there is, what each asks of the client, and whether it is open to them.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        services: z.array(asked),
        /** Of all live accounts, as their platforms told it last, at the day's rates. */
        equity: z.string(),
        currency: z.literal('USD'),
      }),
      errors: { research_not_offered: 404 },
      reads: ['client_info', 'accounts', 'equity'],
    },
    launch: {
      method: 'POST',
      path: 'api/client-tc/launch',
      summary:
        'Signs the client in at the vendor under a name that only it knows, and answers the page that opens once. Where the vendor does not answer, `data.since` says since when.',
      who: 'client',
      gate: 'use_tools',
      runs: 'saga',
      input: z.object({ service: z.enum(services) }),
      output: z.object({ url: z.string(), expires_at: z.iso.datetime() }),
      errors: { research_not_offered: 404, research_approved_only: 403, research_equity_short: 422, research_unavailable: 503 },
      rate: { count: 30, seconds: 60 },
      // The page opens once: a second answer of the same would open nothing.
      keepsAnswer: false,
    },
  },
  pages: {
    indicators: { path: 'services/indicators', title: 'page.research.indicators', ...page },
    tradingCentral: { path: 'services/trading-central', title: 'page.research.research', ...page },
    proTools: { path: 'pro-trading-tools', title: 'page.research.pro-tools', ...page },
    signalCentre: { path: 'signal-centre', title: 'page.research.signal-centre', ...page },
  },
});
