import { createHmac, randomUUID } from 'node:crypto';
import { secondMs } from '../../base/time.ts';
import type { VendorAnswer, VendorRequest } from '../listener.ts';
import { openApplicant, submit, type Deciding } from './deciding.ts';
import type { Applicant, Facts } from './store.ts';

export interface SumsubKeys {
  readonly appToken: string;
  readonly secret: string;
  readonly webhookSecret: string;
  readonly profileLevel: string;
  readonly scanLevel: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** A request is good for a minute before and behind its time. */
const mostSkewSeconds = 60;

/** What customers' servers ask, by Sumsub's public documentation. */
export function answerApi(keys: SumsubKeys, at: Deciding, request: VendorRequest): VendorAnswer {
  if (!isSigned(keys, at, request)) return refused(401, 'Request signature mismatch');
  const { method, path } = request;
  const [, , resource = '', name = '', ...rest] = path.split('/').map(decodeURIComponent);
  if (resource === 'accessTokens' && name === 'sdk' && method === 'POST') return pageToken(keys, at, request);
  if (resource !== 'applicants') return refused(404, 'Not found');
  if (name === '' && method === 'POST') return create(keys, at, request);
  const [, reference] = /^-;externalUserId=(.+)$/.exec(name) ?? [];
  const applicant = reference === undefined ? at.store.find(name) : at.store.byReference(reference);
  if (!applicant) return refused(404, 'Applicant not found');
  const asked = `${method} ${rest.join('/')}`;
  if (asked === 'GET one') return json(200, described(applicant));
  if (asked === 'GET status') return json(200, statusOf(applicant));
  if (asked === 'POST info/idDoc') return takeSide(at, applicant, request);
  return asked === 'POST status/pending' ? pending(keys, at, applicant) : refused(404, 'Not found');
}

function isSigned({ appToken, secret }: SumsubKeys, { clock }: Deciding, request: VendorRequest): boolean {
  const { method, target, headers, body } = request;
  const time = String(headers['x-app-access-ts'] ?? '');
  const expected = createHmac('sha256', secret)
    .update(time + method + target)
    .update(body)
    .digest('hex');
  const skew = Math.abs(Number(time) - clock.wall().getTime() / secondMs);
  return headers['x-app-token'] === appToken && headers['x-app-access-sig'] === expected && skew <= mostSkewSeconds;
}

function create(keys: SumsubKeys, at: Deciding, request: VendorRequest): VendorAnswer {
  const level = request.query.get('levelName') ?? '';
  const body = fieldsOf(request.body);
  const externalUserId = String(body['externalUserId'] ?? '');
  if (level !== keys.profileLevel && level !== keys.scanLevel) return refused(404, `Level '${level}' not found`);
  if (externalUserId === '') return refused(400, 'externalUserId is required');
  const known = at.store.byReference(externalUserId);
  if (known) return refused(409, `Applicant with external user id '${externalUserId}' already exists: ${known.id}`);
  return json(201, described(openApplicant(at, { externalUserId, level, fixed: textsOf(body['fixedInfo']) })));
}

function pageToken(keys: SumsubKeys, at: Deciding, request: VendorRequest): VendorAnswer {
  const { userId, levelName, ttlInSecs } = fieldsOf(request.body);
  const [user, level, seconds] = [String(userId ?? ''), String(levelName ?? ''), Number(ttlInSecs)];
  if (level !== keys.profileLevel && level !== keys.scanLevel) return refused(404, `Level '${level}' not found`);
  if (user === '' || !(seconds > 0)) return refused(400, 'userId and ttlInSecs are required');
  const token = `_act-sbx-${randomUUID()}`;
  at.store.keepToken(token, { user, level, untilMs: at.clock.wall().getTime() + seconds * secondMs });
  return json(200, { token, userId: user });
}

/** One side of a document, as a form of metadata and content. */
function takeSide(at: Deciding, applicant: Applicant, { body, headers }: VendorRequest): VendorAnswer {
  const isForm = String(headers['content-type']).startsWith('multipart/form-data; boundary=');
  const [, told = ''] = /name="metadata"\r\n\r\n(\{[^\r]{0,2000}\})\r\n/.exec(body.toString('latin1')) ?? [];
  const { idDocType, country, idDocSubType } = fieldsOf(Buffer.from(told, 'latin1'));
  if (!isForm || typeof idDocType !== 'string' || typeof country !== 'string') return refused(400, 'Bad metadata');
  if (applicant.reviewStatus === 'pending') return refused(409, 'Applicant is in the pending state');
  const side = `${idDocType}:${typeof idDocSubType === 'string' ? idDocSubType : 'FRONT_SIDE'}`;
  at.store.change(applicant.id, { sides: [...new Set([...applicant.sides, side])] });
  return { ...json(200, { idDocType, country }), headers: { 'x-image-id': String(applicant.sides.length + 1) } };
}

function pending({ scanLevel }: SumsubKeys, at: Deciding, applicant: Applicant): VendorAnswer {
  if (applicant.reviewStatus === 'pending') return refused(409, 'Applicant is already in the pending state');
  const has = (side: string): boolean => applicant.sides.includes(side);
  const isWhole =
    has('PASSPORT:FRONT_SIDE') || ['ID_CARD', 'DRIVERS'].some((type) => has(`${type}:FRONT_SIDE`) && has(`${type}:BACK_SIDE`));
  if (applicant.level !== scanLevel || !isWhole) return refused(400, 'Not all required documents were submitted');
  submit(at, applicant);
  return json(200, { ok: 1 });
}

function statusOf({ level, createdAt, reviewStatus, result }: Applicant): object {
  return {
    createDate: createdAt.toISOString(),
    levelName: level,
    reviewStatus,
    ...(result ? { reviewResult: result } : {}),
  };
}

/** Before it has looked nobody knows what stands on the papers. */
function described(applicant: Applicant): object {
  const { id, externalUserId, level, createdAt, reviewStatus, fixed } = applicant;
  const read = reviewStatus === 'completed' ? applicant.read : null;
  const { number, issuedDate, validUntil, ...person } = read ?? {};
  return {
    id,
    createdAt: createdAt.toISOString(),
    externalUserId,
    type: 'individual',
    fixedInfo: fixed,
    ...(read ? { info: { ...person, idDocs: [{ idDocType: 'PASSPORT', number, issuedDate, validUntil }] } } : {}),
    review: { levelName: level, reviewStatus },
  };
}

function textsOf(value: unknown): Facts {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.flatMap(([name, told]) => (typeof told === 'string' ? [[name, told]] : [])));
}

export function fieldsOf(body: Buffer): Fields {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Fields) : {};
  } catch {
    return {};
  }
}

export function json(status: number, body: object): VendorAnswer {
  return { status, body: JSON.stringify(body) };
}

export function refused(status: number, description: string): VendorAnswer {
  return json(status, { code: status, correlationId: randomUUID(), description });
}
