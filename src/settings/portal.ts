import { z } from 'zod';
import { defaultBrand } from '../law/brand.ts';
import { languageKeys } from '../law/languages.ts';
import { forEveryCompany } from '../law/regions/profile.ts';
import { bytes, count, declareSettings, rateLimit, seconds } from './declare.ts';

const legalText = z.string().min(1).max(2_000);
const brandCompany = z.strictObject({
  legalLine: z.intersection(z.partialRecord(z.enum(languageKeys), legalText), z.object({ en: legalText })),
  losingShare: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,2})?$/)
    .nullable(),
});

const hostNames = z.array(z.string().regex(/^[a-z0-9][a-z0-9.-]{0,252}$/)).max(20);

/** What belongs to no area: whose portal it is, under which names, and the bounds on every call and every list. */
export const portalSettings = declareSettings(
  {
    brand: z.strictObject({
      key: z.string().regex(/^[a-z][a-z0-9]{1,30}$/),
      name: z.string().min(1).max(60),
      accent: z.string().regex(/^#[0-9a-f]{6}$/),
      mail: z.strictObject({ senderName: z.string().min(1).max(60), senderAddress: z.email(), supportAddress: z.email() }),
      companies: z.strictObject(forEveryCompany(() => brandCompany)),
    }),
    /** Host names that show each version of the site (document 2 §4); under any other a client is on the own company's. */
    sites: z
      .strictObject({ global: hostNames, eu: hostNames, uk: hostNames })
      .refine(({ global, eu, uk }) => new Set([...global, ...eu, ...uk]).size === global.length + eu.length + uk.length),
    calls: z.strictObject({
      perAddress: rateLimit,
      /** Of an address at once, at each process: a minute's worth that comes in a moment is everybody's wait. */
      perAddressBurst: rateLimit,
      /** Of all the networks together that one site is given: an IPv6 /48, of which each address here is a /64. */
      perNetwork: rateLimit,
      /** Of an address that sends webhooks which are not theirs whom it says: what comes beyond is not read any more. */
      forgedPerAddress: rateLimit,
      perClient: rateLimit,
      writesPerClient: rateLimit,
      /** Reads of one caller that a process answers at the same time; more wait for these. */
      readsAtOnce: count,
      /** The same of all who have no session in one IPv6 /48. */
      readsAtOnceOfNetwork: count,
      maxBodyBytes: bytes,
    }),
    lists: z.strictObject({
      pageSize: count.max(100),
      exportRows: count,
      /** Files that are written at the same time, for all clients and staff together; each has one. */
      exportsAtOnce: count,
      /** Of these, for all who have no session in one IPv6 /48. */
      exportsOfNetwork: count,
      /** One that takes longer is cut off. */
      exportSeconds: seconds,
    }),
  },
  {
    brand: defaultBrand,
    sites: { global: [], eu: [], uk: [] },
    calls: {
      perAddress: { count: 6_000, seconds: 60 },
      perAddressBurst: { count: 100, seconds: 1 },
      perNetwork: { count: 24_000, seconds: 60 },
      forgedPerAddress: { count: 30, seconds: 60 },
      perClient: { count: 1_200, seconds: 60 },
      writesPerClient: { count: 240, seconds: 60 },
      // A screen asks for some things at once, and the few first of them are what it draws first.
      readsAtOnce: 2,
      readsAtOnceOfNetwork: 12,
      // A call takes some names, numbers and texts.
      maxBodyBytes: 64 * 1024,
    },
    // Interfaces §6: 20 by default; the most that can be asked for, 100, stands in the contracts.
    lists: { pageSize: 20, exportRows: 100_000, exportsAtOnce: 4, exportsOfNetwork: 2, exportSeconds: 120 },
  },
);
