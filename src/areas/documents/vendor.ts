import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { countryNamed } from '../../law/countries.ts';
import { moneyLaunderingRisk } from '../../law/countryLists.ts';
import type { DocumentReason, DocumentRisk } from '../../law/documents.ts';
import type { ClientProfile } from '../../law/gates.ts';
import { statusFacts } from '../../law/statuses.ts';
import type { Settings } from '../../settings/index.ts';
import { openCase } from '../cases/face.ts';
import { noteIdentity } from '../duplicates/face.ts';
import { identityTold } from '../enrolment/face.ts';
import { approveDocument, followPapers, rejectDocument, papersState } from './deciding.ts';
import { queueOf } from './queues.ts';
import { aboutDocument } from './shown.ts';
import {
  documentById,
  documentsOf,
  insertDocument,
  lockDocument,
  setRead,
  setStatus,
  type DocumentRow,
  type ReadOnPaper,
} from './store.ts';

/** What a vendor looks at of a client. */
export type VendorPaper = 'identity' | 'residence';

export interface VendorContext {
  readonly client: ClientId;
  readonly profile: ClientProfile;
  /** Who looks, as the trail knows them. */
  readonly by: string;
  readonly now: Date;
  readonly settings: Settings;
}

export interface VendorVerdict {
  readonly papers: readonly VendorPaper[];
  /** By which way the papers came to it. */
  readonly via: 'vendor' | 'scan';
  readonly read: ReadOnPaper | null;
  /** Whether that is not what was typed. */
  readonly differs: boolean;
  /** The same vendor has rejected this client for good before. */
  readonly isBarred: boolean;
  /** The paper that it is about, of a scan. */
  readonly document: number | undefined;
}

/** Whether the vendor's page is open to a client: never to whom the portal shows everything and lets change nothing. */
export function mayVerifyOnline(profile: ClientProfile, word: string): boolean {
  return statusFacts(profile.status).access === 'full' && word !== 'approved';
}

/** The papers that a vendor has been shown, which it looks at from now on. Whatever is approved already stays out of it. */
export async function takeVendorPapers(sql: Sql, papers: readonly VendorPaper[], context: VendorContext): Promise<void> {
  const { client, profile, now } = context;
  // Approved before papers were kept here.
  const known = { identity: profile.hasApprovedId, residence: profile.hasApprovedResidence };
  let hasNew = false;
  for (const kind of papers) {
    const all = await documentsOf(sql, client);
    const own = all.filter((each) => proves(each, kind));
    if (own.length === 0 ? known[kind] : own.some(({ status }) => status === 2)) continue;
    const last = all.find((each) => each.kind === kind && each.via === 'vendor');
    if (last && ![3, 4, 6].includes(last.status)) continue;
    await setStatus(sql, { id: await insertPaper(sql, kind, context), status: 8, at: now });
    hasNew = true;
  }
  if (hasNew) await followPapers(sql, { client, event: 'sent', now });
}

const types = { identity: 4, residence: 3, screening: 148 } as const;

function insertPaper(sql: Sql, kind: keyof typeof types, { client, now }: VendorContext): Promise<number> {
  return insertDocument(sql, {
    clientId: client,
    kind,
    typeId: types[kind],
    number: null,
    issueDate: null,
    expiryDate: null,
    isResidenceToo: false,
    whose: null,
    comment: null,
    reverseFollows: false,
    risks: [],
    at: now,
    via: 'vendor',
  });
}

function proves({ kind, isResidenceToo }: Pick<DocumentRow, 'kind' | 'isResidenceToo'>, paper: VendorPaper): boolean {
  return kind === paper || (paper === 'residence' && isResidenceToo);
}

/**
 * The vendor has accepted: each of its papers is approved as the desk approves one, or handed to the desk where two persons have to look
 * at it. What the desk has decided stays decided.
 */
export async function acceptVendorPapers(sql: Sql, verdict: VendorVerdict, context: VendorContext): Promise<void> {
  if (verdict.via === 'vendor') await takeVendorPapers(sql, verdict.papers, context);
  for (const kind of verdict.papers) {
    const document = await lockLast(sql, { kind, via: verdict.via, document: verdict.document, context });
    // It looks at it, or has rejected it and thinks better of it.
    if (!document || !(document.status === 8 || (document.status === 3 && document.decidedBy === context.by))) continue;
    const risks = await risksOf(sql, { kind, verdict, context });
    await setRead(sql, { id: document.id, read: kind === 'identity' || verdict.differs ? verdict.read : null, risks });
    const known = (await documentById(sql, document.id)) ?? document;
    if (risks.length === 0) await approveDocument(sql, { document: known, by: context.by, now: context.now });
    else await handToDesk(sql, known, context);
  }
}

async function risksOf(
  sql: Sql,
  of: { readonly kind: VendorPaper; readonly verdict: VendorVerdict; readonly context: VendorContext },
): Promise<readonly DocumentRisk[]> {
  const { client, profile, now, settings } = of.context;
  const { read, differs, isBarred } = of.verdict;
  // Without the name nobody knows whose a paper is; a proof of identity that says no more than that proves nothing.
  const isUnread = read?.name == null || (of.kind === 'identity' && (read.birthDate === null || read.number === null));
  const found: readonly DocumentRisk[] = [
    ...(differs ? (['differs'] as const) : []),
    ...(isUnread ? (['unread'] as const) : []),
    ...(isBarred ? (['barred'] as const) : []),
  ];
  if (of.kind !== 'identity') return found;
  const number = read?.number ?? null;
  const country = await issuerOf(sql, { client, profile, said: read?.country ?? null });
  const isShared =
    number !== null && (await noteIdentity(sql, { clientId: client, known: { document: { country, number } }, now, settings }));
  return [
    ...(isRiskyCountry(profile, country) ? (['country'] as const) : []),
    ...(isShared ? (['shared'] as const) : []),
    ...found,
  ];
}

interface Issued {
  readonly client: ClientId;
  readonly profile: Pick<ClientProfile, 'country'>;
  /** By whoever has read the document, or typed what stands on it; ISO 3166, of two letters or three. */
  readonly said: string | null;
}

/** The country that has issued a document: passports go by it, and not by where their holder lives. Who says nothing has their own country's. */
export async function issuerOf(sql: Sql, { client, profile, said }: Issued): Promise<string> {
  const { citizenship } = await identityTold(sql, client);
  return (said === null ? undefined : countryNamed(said)?.iso2) ?? citizenship ?? profile.country;
}

/** Whether the list of money laundering has the country where a client lives, or the one that has issued the document. */
export function isRiskyCountry({ country }: Pick<ClientProfile, 'country'>, issuer: string): boolean {
  return moneyLaunderingRisk.includes(country) || moneyLaunderingRisk.includes(issuer);
}

/** The desk decides it instead. */
export async function handToDesk(sql: Sql, document: DocumentRow, { client, now, settings }: VendorContext): Promise<void> {
  await setStatus(sql, { id: document.id, status: 5, at: now });
  await openCase(sql, {
    queue: queueOf(document.kind, settings),
    subject: aboutDocument(document),
    clientId: client,
    detail: { paper: document.kind, needs_second: document.risks.length > 0, why: document.risks.join(', ') },
    now,
    hours: settings.desk.businessHours,
  });
  await followPapers(sql, { client, event: 'sent', now });
}

/** The vendor has rejected those papers: as the desk rejects one. What the desk has decided stays decided. */
export async function rejectVendorPapers(
  sql: Sql,
  of: {
    readonly papers: readonly VendorPaper[];
    readonly via: 'vendor' | 'scan';
    readonly document: number | undefined;
    readonly reasons: readonly [DocumentReason, ...DocumentReason[]];
  },
  context: VendorContext,
): Promise<void> {
  const { by, now } = context;
  const [reason, ...also] = of.reasons;
  // Nobody may have been told that it looks at them.
  const all = await documentsOf(sql, context.client);
  const untold = (['identity', 'residence'] as const).filter(
    (kind) => !all.some((each) => each.kind === kind && each.via === 'vendor'),
  );
  if (of.via === 'vendor') await takeVendorPapers(sql, untold, context);
  for (const kind of of.papers) {
    const document = await lockLast(sql, { kind, via: of.via, document: of.document, context });
    if (!document) continue;
    const isItsOwn = document.status === 2 && document.decidedBy === by;
    if (isItsOwn || [5, 8].includes(document.status)) await rejectDocument(sql, { document, by, now, reason, also });
  }
}

async function lockLast(
  sql: Sql,
  of: {
    readonly kind: VendorPaper;
    readonly via: 'vendor' | 'scan';
    /** The one that it is about; the newest of its way where that is not said. */
    readonly document: number | undefined;
    readonly context: VendorContext;
  },
): Promise<DocumentRow | undefined> {
  const all = await documentsOf(sql, of.context.client, of.kind);
  const last = all.find(({ id, via }) => via === of.via && (of.document === undefined || id === of.document));
  return last && lockDocument(sql, last.id);
}

/** What lists of sanctions and of politically exposed persons say: no client is told of it, and no notice is sent. */
export async function noteScreening(sql: Sql, isPassed: boolean, context: VendorContext): Promise<void> {
  const [last] = await documentsOf(sql, context.client, 'screening');
  const status = isPassed ? 2 : 3;
  if (last?.status === status) return;
  const id = last?.id ?? (await insertPaper(sql, 'screening', context));
  await setStatus(sql, { id, status, reasons: isPassed ? [] : ['suspicion'], by: context.by, at: context.now });
}

/** Whether somebody else than the vendor has approved one of these papers. */
export async function isApprovedByDesk(sql: Sql, { client, by }: Pick<VendorContext, 'client' | 'by'>): Promise<boolean> {
  const all = await documentsOf(sql, client);
  return all.some(
    ({ kind, status, decidedBy }) => (kind === 'identity' || kind === 'residence') && status === 2 && decidedBy !== by,
  );
}

/** How far a client's papers are, and where they lead from here. */
export async function papersNow(
  sql: Sql,
  of: { readonly client: ClientId; readonly profile: ClientProfile; readonly isByCard: boolean },
) {
  return papersState(await documentsOf(sql, of.client), of);
}
