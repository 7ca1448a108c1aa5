import type { DocumentReason } from '../../law/documents.ts';

/** The vendor's labels (its public list), as the reason that the client reads; what stands in no row is "not accepted". */
const reasons: Readonly<Partial<Record<string, DocumentReason>>> = {
  UNSATISFACTORY_PHOTOS: 'unreadable',
  LOW_QUALITY: 'unreadable',
  BLACK_AND_WHITE: 'unreadable',
  DOCUMENT_DAMAGED: 'unreadable',
  BAD_SELFIE: 'unreadable',
  BAD_VIDEO_SELFIE: 'unreadable',
  BAD_AVATAR: 'unreadable',
  UNFILLED_ID: 'unreadable',
  SCREENSHOTS: 'unreadable',
  INCOMPLETE_DOCUMENT: 'cropped',
  DOCUMENT_PAGE_MISSING: 'cropped',
  FRONT_SIDE_MISSING: 'cropped',
  BACK_SIDE_MISSING: 'cropped',
  EXPIRATION_DATE: 'expired',
  NOT_DOCUMENT: 'wrong_type',
  UNSUITABLE_DOCUMENT: 'wrong_type',
  DOCUMENT_MISSING: 'wrong_type',
  ADDITIONAL_DOCUMENT_REQUIRED: 'wrong_type',
  BAD_PROOF_OF_IDENTITY: 'wrong_type',
  BAD_PROOF_OF_ADDRESS: 'wrong_type',
  INCOMPATIBLE_LANGUAGE: 'wrong_type',
  PROBLEMATIC_APPLICANT_DATA: 'name_differs',
  REQUESTED_DATA_MISMATCH: 'name_differs',
  INCONSISTENT_PROFILE: 'name_differs',
  WRONG_ADDRESS: 'name_differs',
  FORGERY: 'suspicion',
  GRAPHIC_EDITOR: 'suspicion',
  DOCUMENT_TEMPLATE: 'suspicion',
  FRAUDULENT_PATTERNS: 'suspicion',
  FRAUDULENT_LIVENESS: 'suspicion',
  SELFIE_MISMATCH: 'suspicion',
  BAD_FACE_MATCHING: 'suspicion',
  BLACKLIST: 'suspicion',
  BLOCKLIST: 'suspicion',
  DUPLICATE: 'suspicion',
  SPAM: 'suspicion',
  REGULATIONS_VIOLATIONS: 'suspicion',
  COMPROMISED_PERSONS: 'suspicion',
  SANCTIONS: 'suspicion',
  PEP: 'suspicion',
  CRIMINAL: 'suspicion',
  ADVERSE_MEDIA: 'suspicion',
};

/** Those that are about where one lives, and about nothing else. */
const ofResidence: ReadonlySet<string> = new Set(['WRONG_ADDRESS', 'BAD_PROOF_OF_ADDRESS']);
/** Those by which a client is not who may be served: the papers may be in order. */
const ofScreening: ReadonlySet<string> = new Set(['COMPROMISED_PERSONS', 'SANCTIONS', 'PEP', 'CRIMINAL', 'ADVERSE_MEDIA']);

/** Each reason once, in the order of the labels. */
export function reasonsOf(labels: readonly string[]): readonly [DocumentReason, ...DocumentReason[]] {
  const [first = 'not_accepted', ...rest] = new Set(labels.map((label) => reasons[label] ?? 'not_accepted'));
  return [first, ...rest];
}

export function isSuspicious(labels: readonly string[]): boolean {
  return reasonsOf(labels).includes('suspicion');
}

export function isScreened(labels: readonly string[]): boolean {
  return labels.some((label) => ofScreening.has(label));
}

/** The papers that a rejection is about: for good, both; else those that its labels name. */
export function papersOf(labels: readonly string[], isFinal: boolean): readonly ('identity' | 'residence')[] {
  if (isFinal) return ['identity', 'residence'];
  const residence = labels.filter((label) => ofResidence.has(label));
  const isResidence = residence.length > 0;
  return [
    ...(residence.length === labels.length && isResidence ? [] : (['identity'] as const)),
    ...(isResidence ? (['residence'] as const) : []),
  ];
}

export interface Person {
  readonly name: string | null;
  readonly birthDate: string | null;
}

/** Of what was typed and what was read, what differs; nothing differs from what is not known. */
export function differencesOf(typed: Person, read: Person): readonly ('name' | 'birth_date')[] {
  const isOtherName = typed.name !== null && read.name !== null && !isSameName(typed.name, read.name);
  const isOtherDay = typed.birthDate !== null && read.birthDate !== null && typed.birthDate !== read.birthDate;
  return [...(isOtherName ? (['name'] as const) : []), ...(isOtherDay ? (['birth_date'] as const) : [])];
}

/**
 * Documents write names in capitals, without accents, in another order, and with names between that nobody types: each word of the
 * shorter one has to stand in the longer one, and of more than one word at least two.
 */
function isSameName(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length);
  if (shorter.length === 0 || (shorter.length === 1 && longer.length > 1)) return false;
  const left = [...longer];
  return shorter.every((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function wordsOf(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .replaceAll(/['’`]/g, '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
}
