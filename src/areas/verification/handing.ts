import type { Sql } from '../../base/sql.ts';
import { countryOf } from '../../law/countries.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { Handed, Verification } from '../../ports/verification/port.ts';
import type { JobContext, JobEvent } from '../../protocol/call.ts';
import { endScanned, sidesOf } from '../documents/face.ts';
import { openFile, scanOf } from '../files/face.ts';
import { clientById } from '../session/face.ts';
import type { Needs as FollowingNeeds } from './following.ts';
import { sidesAsked } from './scanning.ts';
import { keepCheck, scanById, setApplicant, type ScanFlow } from './store.ts';
import { typedBy } from './typed.ts';

export interface Needs extends FollowingNeeds {
  readonly storage: ObjectStorage;
}

/** Hands what was scanned to the vendor, side by side. Throws to be tried again: the same side twice is the same there. */
export async function handScanned(app: Needs, { payload }: JobEvent, context: JobContext): Promise<void> {
  const { sql, transact, now, settings } = context;
  const flow = await scanById(sql, Number(payload['scan']));
  const client = flow && (await clientById(sql, flow.clientId));
  const { verification } = app;
  if (!flow || !client || flow.documentId === null || !verification) return;
  const { documentId: id } = flow;
  const end = (because: 'infected' | 'unreadable' | 'not_taken') =>
    transact((within) =>
      endScanned(within, { id, because }, { client: client.id, profile: client.profile, by: verification.name, now, settings }),
    );
  const sides = (await sidesOf(sql, id)).filter(({ side }) => sidesAsked(flow).includes(side));
  const scans = await Promise.all(sides.map((each) => scanOf(sql, each.id)));
  if (scans.includes('infected')) return end('infected');
  if (scans.includes('refused')) return end('unreadable');
  if (scans.some((scan) => scan !== 'clean')) throw new Error('the virus scanner has not looked at it yet');
  const handed = await handAll(app, { sql, flow, verification, now, sides });
  if (handed.outcome === 'unknown') throw new Error(`the vendor did not take what was scanned: ${handed.reason}`);
  if (handed.outcome === 'refused') await end('not_taken');
}

async function handAll(
  app: Needs,
  of: {
    readonly sql: Sql;
    readonly flow: ScanFlow;
    readonly verification: Verification;
    readonly now: Date;
    readonly sides: Awaited<ReturnType<typeof sidesOf>>;
  },
): Promise<Handed> {
  const { sql, flow, verification, now, sides } = of;
  const reference = `${flow.clientId}-scan-${flow.id}`;
  const check = await keepCheck(sql, { client: flow.clientId, purpose: 'scan', reference, at: now });
  const opened = await verification.openApplicant({ reference, purpose: 'scan', typed: await typedBy(sql, flow.clientId) });
  if (opened.outcome !== 'done') return opened;
  await setApplicant(sql, { id: check.id, applicant: opened.applicant });
  // Handed over before: only the answer was lost.
  const found = await verification.lookUp(opened.applicant);
  if (found.outcome === 'found' && found.state.phase !== 'open') return { outcome: 'done' };
  for (const { side, id } of sides) {
    const opening = await openFile({ sql, storage: app.storage }, id);
    if (!opening) return { outcome: 'refused', message: 'its bytes are gone' };
    const pieces: Uint8Array[] = [];
    for await (const piece of opening.body) pieces.push(Buffer.from(piece));
    const answer = await verification.addDocument({
      applicant: opened.applicant,
      type: flow.type,
      side,
      country: countryOf(flow.country)?.iso3 ?? flow.country,
      fileName: opening.file.name,
      mediaType: opening.mediaType,
      bytes: Buffer.concat(pieces),
    });
    if (answer.outcome !== 'done') return answer;
  }
  return verification.submit(opened.applicant);
}
