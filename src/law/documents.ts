/** The statuses of a document (document 3 §3), by their numbers. */
export const documentStatuses = {
  1: 'new',
  2: 'approved',
  3: 'rejected',
  4: 'expired',
  5: 'pending',
  6: 'closed',
  7: 'ocr_pending',
  8: 'ocr_processing',
  9: 'manual_processing',
} as const;
export type DocumentStatus = keyof typeof documentStatuses;
export type DocumentStatusName = (typeof documentStatuses)[DocumentStatus];
export const documentStatusNames = Object.values(documentStatuses);

/** Which of several documents of one type speaks for it (document 3 §4): the first that there is. */
export const displayOrder: readonly DocumentStatus[] = [2, 5, 7, 8, 9, 1, 3, 4, 6];

export function isDocumentStatus(status: number): status is DocumentStatus {
  return Object.hasOwn(documentStatuses, status);
}

/** What a document proves. */
export const documentKinds = ['identity', 'residence', 'payment', 'other', 'screening'] as const;
export type DocumentKind = (typeof documentKinds)[number];

interface KindFacts {
  /** As outside programs and browsers name its form; null: nobody sends it. */
  readonly form: string | null;
  /** The numbers of its types (document 3 §3); the first is its form's own. */
  readonly types: readonly [number, ...number[]];
  /** Where the desk looks at it (interfaces §7). */
  readonly queue: 'identity' | 'address' | 'payment-proofs';
}

export const kindFacts = {
  identity: { form: 'identity', types: [4], queue: 'identity' },
  // 145: what the check of it says (document 3 §3).
  residence: { form: 'proof_of_residence', types: [3, 145], queue: 'address' },
  // 55 of a bank, 37 of a card, 166 of a local method.
  payment: { form: 'payment_confirmation', types: [56, 55, 37, 166], queue: 'payment-proofs' },
  other: { form: 'other', types: [127], queue: 'identity' },
  // By lists of sanctions and of politically exposed persons: the vendor says of it, and no client sees it (readings, 29).
  screening: { form: null, types: [148], queue: 'identity' },
} as const satisfies Readonly<Record<DocumentKind, KindFacts>>;

/** The number of a type. */
export type DocumentType = (typeof kindFacts)[DocumentKind]['types'][number];

export const documentForms = ['identity', 'proof_of_residence', 'payment_confirmation', 'other'] as const;
export type DocumentForm = (typeof documentForms)[number];

/** What a client's identity is checked for, by the numbers of document 3 §3: what was told, where one lives, and all of it together. */
export const identityChecks = { data: 144, residence: 145, overall: 155 } as const;
export type IdentityCheck = keyof typeof identityChecks;
export const identityCheckNames = Object.keys(identityChecks) as readonly IdentityCheck[];

/** By which way a document came: sent here, shown to the vendor on its page, or scanned here for the vendor. */
export const documentWays = ['client', 'vendor', 'scan'] as const;
export type DocumentWay = (typeof documentWays)[number];

/** Of payments: a bank account, a card, a local method, in the order of the list. */
export const paymentTypes = [37, 55, 166] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** What proves a payment method, and the number of its type: which of them a client is asked for is the region's (document 3 §4). */
export const paymentProofs = { card: 37, bank: 55, local: 166, online_banking: 55, union_pay: 37 } as const satisfies Readonly<
  Record<string, PaymentType>
>;
export type PaymentProof = keyof typeof paymentProofs;
export const paymentProofKeys = [
  'card',
  'bank',
  'local',
  'online_banking',
  'union_pay',
] as const satisfies readonly PaymentProof[];

/** What may prove where somebody lives; each is a sentence, `documents.sample.<key>`. */
export type ResidencePaper =
  | 'utility_bill'
  | 'bank_statement'
  | 'tax_letter'
  | 'rental_contract'
  | 'online_banking'
  | 'household_register';

/** How far the documents of one payment method are (document 3 §4). */
export const paymentWords = ['approved', 'pending', 'rejected', 'no_file_uploaded'] as const;
export type PaymentWord = (typeof paymentWords)[number];

/** What a form's document proves. */
export function kindOfForm(form: DocumentForm): DocumentKind {
  return documentKinds.find((kind) => kindFacts[kind].form === form) ?? 'other';
}

/** In whose name a proof of residence is (document 3 §5). */
export const documentOwners = ['own', 'landlord', 'spouse', 'parent', 'other'] as const;
export type DocumentOwner = (typeof documentOwners)[number];

/**
 * Why two persons look at a paper: its country, somebody else who has the same, what was read on it is not what was typed, too little
 * was read to know whose it is, or the vendor has rejected its client for good before.
 */
export const documentRisks = ['country', 'shared', 'differs', 'unread', 'barred'] as const;
export type DocumentRisk = (typeof documentRisks)[number];

/** Why a paper is rejected (interfaces §7). */
export const documentReasons = [
  'unreadable',
  'cropped',
  'expired',
  'too_old',
  'wrong_type',
  'name_differs',
  'not_accepted',
  'suspicion',
] as const;
export type DocumentReason = (typeof documentReasons)[number];

/** What a client reads of it: suspicion is never told (readings, 29); what carries a virus was rejected by no person. */
export const toldReasons = ['infected', ...documentReasons.filter((reason) => reason !== 'suspicion')] as const;
export type ToldReason = 'infected' | Exclude<DocumentReason, 'suspicion'>;

export function toldReasonOf(reason: string): ToldReason {
  return toldReasons.find((told) => told === reason) ?? 'not_accepted';
}

/** How far a client's papers are, in a word (document 3 §3). */
export const papersWords = ['approved', 'manual processing', 'documents_requested', 'pending', 'resubmission_requested'] as const;
export type PapersWord = (typeof papersWords)[number];

/** What may have been approved before a client is led on. */
export type ApprovedFact = 'identity' | 'screening' | 'residence';

/** Where the approval of the papers leads to (document 3 §4). */
export type AfterApproval = 'open' | 'deposit' | 'list';

interface ApprovalRow {
  readonly needs: readonly ApprovedFact[];
  readonly to: AfterApproval;
  /** Where the screening alone has failed; absent: one stays. */
  readonly unscreened?: AfterApproval;
  /** Whether who pays by card is led on too. */
  readonly alsoByCard: boolean;
}

const three: readonly ApprovedFact[] = ['identity', 'screening', 'residence'];
const two: readonly ApprovedFact[] = ['identity', 'residence'];

/** Redirects by country after approval (document 3 §4); of countries without a row, those of all others. */
export const approvalRows: Readonly<Partial<Record<string, ApprovalRow>>> & { readonly others: ApprovalRow } = {
  GB: { needs: three, to: 'open', unscreened: 'list', alsoByCard: true },
  KE: { needs: three, to: 'deposit', alsoByCard: true },
  CN: { needs: two, to: 'open', alsoByCard: false },
  others: { needs: two, to: 'deposit', alsoByCard: false },
};

/** Clients are reminded so many days before a document expires. */
export const expiryReminders = [30, 7, 1] as const;
