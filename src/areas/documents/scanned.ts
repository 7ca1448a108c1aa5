import type { Sql } from '../../base/sql.ts';
import { forgetFile, keepFile } from '../files/face.ts';
import type { TakenFile } from '../../protocol/fileKinds.ts';
import { followPapers, rejectDocument } from './deciding.ts';
import { mayUpload } from './sending.ts';
import { aboutDocument } from './shown.ts';
import { addFile, documentById, documentsOf, dropFiles, insertDocument, lockDocument, setStatus } from './store.ts';
import { handToDesk, type VendorContext } from './vendor.ts';

type Sides = readonly ('front' | 'reverse')[];

/** Whether a proof of identity may come from a client now: while none is under way and none was approved. */
export async function mayScanIdentity(sql: Sql, context: Pick<VendorContext, 'client' | 'profile' | 'now' | 'settings'>) {
  const { client, ...rest } = context;
  return mayUpload({ ...rest, client: { id: client, profile: context.profile } }, 'identity', {
    documents: await documentsOf(sql, client, 'identity'),
    asked: [],
  });
}

/** A proof of identity that is being scanned here; answers its number. */
export async function openScanned(sql: Sql, { client, now }: VendorContext): Promise<number> {
  const id = await insertDocument(sql, {
    clientId: client,
    kind: 'identity',
    typeId: 4,
    number: null,
    issueDate: null,
    expiryDate: null,
    isResidenceToo: false,
    whose: null,
    comment: null,
    reverseFollows: false,
    risks: [],
    at: now,
    via: 'scan',
  });
  await setStatus(sql, { id, status: 7, at: now });
  return id;
}

/** The picture of one side, in the place of the one before, which is forgotten. */
export async function keepSide(
  sql: Sql,
  of: { readonly id: number; readonly side: 'front' | 'reverse'; readonly file: TakenFile },
): Promise<void> {
  await forgetSides(sql, { document: of.id, side: of.side });
  await keepFile(sql, of.file, aboutDocument(of));
  await addFile(sql, { document: of.id, file: of.file.id, side: of.side });
}

async function forgetSides(sql: Sql, of: Parameters<typeof dropFiles>[1]): Promise<void> {
  for (const id of await dropFiles(sql, of)) await forgetFile(sql, id);
}

/** The sides that are here, each with its file. */
export async function sidesOf(
  sql: Sql,
  id: number,
): Promise<readonly { readonly side: 'front' | 'reverse'; readonly id: string }[]> {
  return (await documentById(sql, id))?.files ?? [];
}

/** All sides are here: somebody else reads them from now on. */
export async function handOverScanned(sql: Sql, id: number, { client, now }: VendorContext): Promise<void> {
  await setStatus(sql, { id, status: 8, at: now });
  await followPapers(sql, { client, event: 'sent', now });
}

/** It was given up: nothing was decided, nobody is told, and nobody has seen what was scanned so far. */
export async function giveUpScanned(sql: Sql, id: number, { client, now }: Pick<VendorContext, 'client' | 'now'>): Promise<void> {
  await forgetSides(sql, { document: id });
  await setStatus(sql, { id, status: 6, at: now });
  await followPapers(sql, { client, event: 'taken_back', now });
}

/** What the vendor cannot be given: a virus ends it, and what it does not take the desk looks at. */
export async function endScanned(
  sql: Sql,
  { id, because }: { readonly id: number; readonly because: 'infected' | 'unreadable' | 'not_taken' },
  context: VendorContext,
): Promise<void> {
  const document = await lockDocument(sql, id);
  if (document?.status !== 8) return;
  if (because === 'not_taken') return handToDesk(sql, document, context);
  await rejectDocument(sql, { document, by: 'documents', now: context.now, reason: because });
}

/** Whether each side that is asked for is here. */
export function isWhole(asked: Sides, there: Sides): boolean {
  return asked.every((side) => there.includes(side));
}
