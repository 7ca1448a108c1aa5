import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ApplicantPhase, ReadFacts, ScannedType } from '../port.ts';

/**
 * Sumsub's messages (docs.sumsub.com): JSON over HTTP, each request signed by `X-App-Access-Sig`, each message by `X-Payload-Digest` over
 * its very bytes with the algorithm that `X-Payload-Digest-Alg` names.
 */
export const tokenHeader = 'x-app-token';
export const timeHeader = 'x-app-access-ts';
export const signatureHeader = 'x-app-access-sig';
export const digestHeader = 'x-payload-digest';
export const digestAlgorithmHeader = 'x-payload-digest-alg';

interface SignedRequest {
  /** Seconds since 1970. */
  readonly time: string;
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly body: Uint8Array;
}

export function requestSignature(secret: string, { time, method, path, body }: SignedRequest): string {
  return createHmac('sha256', secret).update(`${time}${method}${path}`, 'utf8').update(body).digest('hex');
}

const algorithms: ReadonlyMap<string, string> = new Map([
  ['HMAC_SHA1_HEX', 'sha1'],
  ['HMAC_SHA256_HEX', 'sha256'],
  ['HMAC_SHA512_HEX', 'sha512'],
]);

/** Whether a message is theirs, compared in constant time; by an algorithm that we do not know nothing is proven. */
export function isSignedBy(
  secret: string,
  raw: Uint8Array,
  proof: { readonly digest: string; readonly algorithm: string },
): boolean {
  const algorithm = algorithms.get(proof.algorithm);
  if (algorithm === undefined) return false;
  const expected = Buffer.from(createHmac(algorithm, secret).update(raw).digest('hex'), 'utf8');
  const given = Buffer.from(proof.digest.trim().toLowerCase(), 'utf8');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const word = z.string().max(100);
const text = z.string().max(2000);

const reviewResult = z.object({
  reviewAnswer: word.nullish(),
  reviewRejectType: word.nullish(),
  rejectLabels: z.array(word).max(100).nullish(),
  moderationComment: text.nullish(),
  clientComment: text.nullish(),
});

export const messageSchema = z.object({
  applicantId: word.min(1),
  externalUserId: word.nullish(),
  type: word,
  createdAt: z.string().max(40).nullish(),
  createdAtMs: z.string().max(40).nullish(),
});

/** `GET /resources/applicants/{id}/status`. */
export const statusSchema = z.object({ reviewStatus: word, reviewResult: reviewResult.nullish() });
export type ToldStatus = z.infer<typeof statusSchema>;

const fact = z.string().max(300).nullish();
/** `GET /resources/applicants/{id}/one`. */
export const applicantSchema = z.object({
  id: word.min(1),
  externalUserId: word.nullish(),
  info: z
    .object({
      firstName: fact,
      firstNameEn: fact,
      lastName: fact,
      lastNameEn: fact,
      dob: fact,
      country: fact,
      idDocs: z
        .array(z.object({ country: fact, number: fact, issuedDate: fact, validUntil: fact }))
        .max(50)
        .nullish(),
    })
    .nullish(),
});
export type ToldApplicant = z.infer<typeof applicantSchema>;

export const tokenSchema = z.object({ token: z.string().min(1).max(4000) });

/** Where a review stands. Its words are told in no list that never grows: one that is not here is pending. */
export function phaseOf({ reviewStatus, reviewResult: result }: ToldStatus): ApplicantPhase {
  if (reviewStatus === 'init') return 'open';
  if (reviewStatus !== 'completed' || !result) return 'pending';
  if (result.reviewAnswer === 'GREEN') return 'accepted';
  if (result.reviewAnswer !== 'RED') return 'pending';
  return result.reviewRejectType === 'FINAL' ? 'final' : 'retry';
}

/** What was read; null where nothing was. */
export function readOf({ info }: ToldApplicant): ReadFacts | null {
  const paper = info?.idDocs?.[0];
  // A paper may say 30 February.
  const isDay = (told: string): boolean => /^[1-9]\d{3}-\d{2}-\d{2}$/.test(told) && z.iso.date().safeParse(told).success;
  const day = (told: string | null | undefined): string | null => (told && isDay(told) ? told : null);
  const told = (...options: readonly (string | null | undefined)[]): string | null => options.find(Boolean) ?? null;
  const read = {
    // As it is written in Latin letters, which is how it was typed.
    firstName: told(info?.firstNameEn, info?.firstName),
    lastName: told(info?.lastNameEn, info?.lastName),
    birthDate: day(info?.dob),
    // Who has issued it; of the person it says where they come from.
    country: told(paper?.country, info?.country),
    number: told(paper?.number),
    issuedOn: day(paper?.issuedDate),
    validUntil: day(paper?.validUntil),
  };
  return Object.values(read).some((each) => each !== null) ? read : null;
}

/** "2026-11-23 03:10:00+0000", or with milliseconds and no zone, which is UTC. Undefined where it is no time. */
export function instantOf(told: string | null | undefined): Date | undefined {
  const [, day, time, zone = '+0000'] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)(Z|[+-]\d{2}:?\d{2})?$/.exec(told ?? '') ?? [];
  if (day === undefined || time === undefined) return undefined;
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const at = new Date(`${day}T${time}${offset}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** What it calls the documents that are scanned here. */
export const documentNames: Readonly<Record<ScannedType, string>> = {
  passport: 'PASSPORT',
  identity_card: 'ID_CARD',
  driving_licence: 'DRIVERS',
};
