import { randomUUID } from 'node:crypto';
import type {
  ApplicantFound,
  ApplicantOpened,
  Handed,
  MessageHeaders,
  MessageReading,
  NewApplicant,
  PageAsked,
  PageToken,
  Picture,
  Verification,
} from '../port.ts';
import { ask, isDone, parsed, unknown, wordsOf, type SumsubSettings } from './asking.ts';
import {
  applicantSchema,
  digestAlgorithmHeader,
  digestHeader,
  documentNames,
  instantOf,
  isSignedBy,
  messageSchema,
  readOf,
  phaseOf,
  statusSchema,
  tokenSchema,
} from './messages.ts';

export type { SumsubSettings } from './asking.ts';

/** Sumsub, by its public protocol. */
export function openSumsub(settings: SumsubSettings): Verification {
  return {
    name: 'sumsub',
    pageOrigin: new URL(settings.pageOrigin).origin,
    messageHeaders: [digestHeader, digestAlgorithmHeader],
    openApplicant: (asked) => openApplicant(settings, asked),
    pageToken: (asked) => pageToken(settings, asked),
    lookUp: (applicant) => lookUp(settings, applicant),
    addDocument: (picture) => addDocument(settings, picture),
    submit: (applicant) => submit(settings, applicant),
    readMessage: (raw, headers) => readMessage(settings, raw, headers),
  };
}

const escaped = (part: string): string => encodeURIComponent(part);

async function openApplicant(settings: SumsubSettings, { reference, purpose, typed }: NewApplicant): Promise<ApplicantOpened> {
  const { firstName, lastName, birthDate: dob, country } = typed;
  const answer = await ask(settings, {
    path: `/resources/applicants?levelName=${escaped(settings.levels[purpose])}`,
    json: { externalUserId: reference, fixedInfo: { firstName, lastName, country, ...(dob === null ? {} : { dob }) } },
  });
  if (answer.outcome === 'unknown') return answer;
  // Made before: by a call whose answer was lost, or by the page.
  if (answer.status === 409) return findApplicant(settings, reference);
  const made = isDone(answer) ? applicantSchema.safeParse(answer.body) : undefined;
  if (!made) return { outcome: 'refused', message: wordsOf(answer) };
  return made.success ? applicantOf(made.data, reference) : unknown('an applicant was answered in an unknown form');
}

async function findApplicant(settings: SumsubSettings, reference: string): Promise<ApplicantOpened> {
  const answer = await ask(settings, { path: `/resources/applicants/-;externalUserId=${escaped(reference)}/one` });
  if (answer.outcome === 'unknown') return answer;
  const found = isDone(answer) ? applicantSchema.safeParse(answer.body) : undefined;
  return found?.success ? applicantOf(found.data, reference) : unknown(`the applicant was answered by ${answer.status}`);
}

function applicantOf({ id, externalUserId }: { id: string; externalUserId?: string | null | undefined }, reference: string) {
  if (externalUserId !== reference) return unknown('the vendor answered with another applicant');
  return { outcome: 'done', applicant: id } as const;
}

async function pageToken(settings: SumsubSettings, { reference, purpose, seconds }: PageAsked): Promise<PageToken> {
  const answer = await ask(settings, {
    path: '/resources/accessTokens/sdk',
    json: { userId: reference, levelName: settings.levels[purpose], ttlInSecs: seconds },
  });
  if (answer.outcome === 'unknown') return answer;
  if (!isDone(answer)) return { outcome: 'refused', message: wordsOf(answer) };
  const told = tokenSchema.safeParse(answer.body);
  return told.success ? { outcome: 'done', token: told.data.token } : unknown('a token was answered in an unknown form');
}

async function lookUp(settings: SumsubSettings, applicant: string): Promise<ApplicantFound> {
  const root = `/resources/applicants/${escaped(applicant)}`;
  // One after the other: what was read is then at least as new as the verdict.
  const status = await ask(settings, { path: `${root}/status` });
  if (status.outcome === 'unknown') return status;
  const one = await ask(settings, { path: `${root}/one` });
  if (one.outcome === 'unknown') return one;
  if (status.status === 404 && one.status === 404) return { outcome: 'absent' };
  const told = isDone(status) ? statusSchema.safeParse(status.body) : undefined;
  const known = isDone(one) ? applicantSchema.safeParse(one.body) : undefined;
  if (!told?.success || !known?.success) return unknown(`the look-up was answered by ${status.status} and ${one.status}`);
  if (known.data.id !== applicant) return unknown('the look-up was answered about another applicant');
  const { reviewStatus, reviewResult: result } = told.data;
  return {
    outcome: 'found',
    state: {
      applicant,
      reference: known.data.externalUserId ?? undefined,
      phase: phaseOf(told.data),
      words: [reviewStatus, result?.reviewAnswer, result?.reviewRejectType].filter(Boolean).join(' '),
      labels: result?.rejectLabels ?? [],
      comment: result?.moderationComment?.trim() || null,
      staffComment: result?.clientComment?.trim() || null,
      read: readOf(known.data),
    },
  };
}

async function addDocument(settings: SumsubSettings, picture: Picture): Promise<Handed> {
  const boundary = randomUUID();
  const metadata = {
    idDocType: documentNames[picture.type],
    country: picture.country,
    ...(picture.type === 'passport' ? {} : { idDocSubType: picture.side === 'front' ? 'FRONT_SIDE' : 'BACK_SIDE' }),
  };
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n${JSON.stringify(metadata)}\r\n` +
    `--${boundary}\r\ncontent-disposition: form-data; name="content"; filename="${picture.fileName.replaceAll(/[^\w.-]/g, '_')}"\r\n` +
    `content-type: ${picture.mediaType}\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head, 'utf8'), picture.bytes, Buffer.from(`\r\n--${boundary}--\r\n`, 'utf8')]);
  return handed(
    await ask(settings, {
      path: `/resources/applicants/${escaped(picture.applicant)}/info/idDoc`,
      raw: { type: `multipart/form-data; boundary=${boundary}`, bytes },
    }),
  );
}

async function submit(settings: SumsubSettings, applicant: string): Promise<Handed> {
  const answer = handed(
    await ask(settings, { path: `/resources/applicants/${escaped(applicant)}/status/pending`, isPost: true }),
  );
  if (answer.outcome !== 'refused') return answer;
  // It refuses too what it looks at already.
  const found = await lookUp(settings, applicant);
  return found.outcome === 'found' && found.state.phase !== 'open' ? { outcome: 'done' } : answer;
}

function handed(answer: Awaited<ReturnType<typeof ask>>): Handed {
  if (answer.outcome === 'unknown') return answer;
  return isDone(answer) ? { outcome: 'done' } : { outcome: 'refused', message: wordsOf(answer) };
}

function readMessage({ webhookSecret }: SumsubSettings, raw: Uint8Array, headers: MessageHeaders): MessageReading {
  const header = (name: string): string => {
    const told = headers[name];
    return (typeof told === 'string' ? told : told?.[0]) ?? '';
  };
  const proof = { digest: header(digestHeader), algorithm: header(digestAlgorithmHeader) };
  if (!isSignedBy(webhookSecret, raw, proof)) return { verified: false, reason: 'wrong_signature' };
  const told = messageSchema.safeParse(parsed(Buffer.from(raw).toString('utf8')));
  const at = told.success ? (instantOf(told.data.createdAtMs) ?? instantOf(told.data.createdAt)) : undefined;
  if (!told.success || !at) return { verified: false, reason: 'malformed' };
  const { applicantId: applicant, externalUserId, type } = told.data;
  return { verified: true, applicant, reference: externalUserId ?? undefined, type, at };
}
