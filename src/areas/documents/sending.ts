import type { RefusalDetail } from '../../base/refusal.ts';
import { after, dayMs, hourMs } from '../../base/time.ts';
import { kindOfForm, type DocumentKind } from '../../law/documents.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { statusFacts } from '../../law/statuses.ts';
import type { ContextOf } from '../../protocol/call.ts';
import { noteIdentity } from '../duplicates/face.ts';
import { keepFile } from '../files/face.ts';
import { papersAsked } from '../risk/face.ts';
import type { documentsContract } from './contract.ts';
import { faultsIn, isOffered, runsOutSoon, spokesman, typedSentences, typeOf, waitsForReverse, type TypedRule } from './rules.ts';
import { aboutDocument } from './shown.ts';
import { addFile, documentsOf, insertDocument, lockClient, sentSince, type DocumentRow } from './store.ts';
import { isRiskyCountry, issuerOf } from './vendor.ts';

type Context = ContextOf<(typeof documentsContract)['calls']['upload']>;
type Sent = ReturnType<(typeof documentsContract)['calls']['upload']['input']['parse']>;

const quotaDays = 30;

/** Takes a paper down with its file; answers the document's number. */
export async function takeDocument(sent: Sent, ctx: Context): Promise<number> {
  const { sql, client } = ctx;
  await lockClient(sql, client.id);
  await requireRoom(sent, ctx);
  if (sent.reverse === true) return takeReverse(sent, ctx);
  const kind = kindOfForm(sent.form_name);
  const known = { documents: await documentsOf(sql, client.id, kind), asked: await papersAsked(sql, client.id) };
  if (!mayUpload(ctx, kind, known)) return ctx.refuse('upload_disabled', { field: 'file' });
  const faults = faultsIn(sent, { now: ctx.now, proof: regionProfileOf(client.profile).residenceProof });
  if (Object.keys(faults).length > 0) return ctx.refuse('documents_wrong', { fields: told(faults) });
  const id = await insertDocument(sql, {
    clientId: client.id,
    kind,
    typeId: typeOf(kind, sent.doc_id),
    number: textOf(sent.doc_number),
    issueDate: sent.no_issue_date === true ? null : textOf(sent.issue_date),
    expiryDate: sent.no_expiry_date === true ? null : textOf(sent.expiry_date),
    isResidenceToo: kind === 'identity' && sent.id_is_por === true,
    whose: kind === 'residence' && sent.whose ? sent.whose : null,
    comment: textOf(sent.comment),
    reverseFollows: kind === 'identity' && sent.reverse_follows === true,
    risks: kind === 'identity' ? await risksOf(sent, ctx) : [],
    at: ctx.now,
  });
  await keepFile(sql, sent.file, aboutDocument({ id }));
  await addFile(sql, { document: id, file: sent.file.id, side: 'front' });
  return id;
}

interface Known {
  /** Of that kind. */
  readonly documents: readonly DocumentRow[];
  /** What a review asks for, whatever was approved before. */
  readonly asked: readonly DocumentKind[];
}

/** Whether a document of that kind can be sent now: never by whom the portal shows everything and lets change nothing. */
export function mayUpload(
  ctx: Pick<Context, 'now' | 'settings'> & { readonly client: Pick<Context['client'], 'id' | 'profile'> },
  kind: DocumentKind,
  { documents, asked }: Known,
): boolean {
  const { profile } = ctx.client;
  if (statusFacts(profile.status).access !== 'full') return false;
  if (asked.includes(kind) && documents.every((each) => each.status === 2 || isOffered(each))) return true;
  const shown = spokesman(documents);
  // Approved before papers were kept here, or by a paper of today: the next one is sent from the first reminder on, while that one still speaks.
  if (kind === 'identity' ? profile.hasApprovedId : kind === 'residence' && profile.hasApprovedResidence)
    return shown !== undefined && runsOutSoon(shown, ctx.now) && documents.every((each) => each.status === 2 || isOffered(each));
  // Of payments there are many, and so there may be of anything else.
  return kind === 'payment' || kind === 'other' || isOffered(shown) || (shown !== undefined && isForgotten(ctx, shown));
}

/** Whether the vendor that looks at it has been silent for too long. */
function isForgotten({ now, settings }: Pick<Context, 'now' | 'settings'>, { status, createdAt }: DocumentRow): boolean {
  return status === 8 && createdAt.getTime() + settings.documents.vendorHours * hourMs <= now.getTime();
}

/** The other side of the card that waits for it. */
async function takeReverse(sent: Sent, ctx: Context): Promise<number> {
  const documents = await documentsOf(ctx.sql, ctx.client.id, 'identity');
  const front = documents.find((each) => each.status === 1 && waitsForReverse(each));
  if (!front) return ctx.refuse('reverse_without_front', { field: 'file' });
  await keepFile(ctx.sql, sent.file, aboutDocument(front));
  await addFile(ctx.sql, { document: front.id, file: sent.file.id, side: 'reverse' });
  return front.id;
}

/** What a client sends of papers within thirty days is bounded, however it comes. */
export async function requireRoom(
  { file }: Pick<Sent, 'file'>,
  {
    sql,
    client,
    now,
    settings,
    refuse,
  }: Pick<Context, 'sql' | 'now' | 'settings'> & {
    readonly client: Pick<Context['client'], 'id'>;
    readonly refuse: (code: 'too_many_documents', detail?: RefusalDetail) => never;
  },
): Promise<void> {
  const { mostFiles, mostMegabytes } = settings.documents;
  const { files, bytes } = await sentSince(sql, { client: client.id, since: after(now, -quotaDays * dayMs) });
  if (files >= mostFiles || bytes + file.bytes > mostMegabytes * 1_000_000)
    refuse('too_many_documents', { field: 'file', values: { most: mostFiles, megabytes: mostMegabytes } });
}

/** Why two persons look at it: the country stands on the list of money laundering, or somebody else has the same document. */
async function risksOf(sent: Sent, { sql, client, now, settings }: Context): Promise<readonly string[]> {
  const country = await issuerOf(sql, { client: client.id, profile: client.profile, said: textOf(sent.doc_country) });
  const number = textOf(sent.doc_number);
  const isShared =
    number !== null &&
    (await noteIdentity(sql, { clientId: client.id, known: { document: { country, number } }, now, settings }));
  return [...(isRiskyCountry(client.profile, country) ? ['country'] : []), ...(isShared ? ['shared'] : [])];
}

function textOf(typed: string | undefined): string | null {
  return typed === undefined || typed === '' ? null : typed;
}

function told(faults: Readonly<Record<string, TypedRule>>) {
  return Object.fromEntries(Object.entries(faults).map(([field, rule]) => [field, { rule, phrase: typedSentences[rule] }]));
}
