import { clientId } from '../../base/id.ts';
import type { JobContext, JobEvent } from '../../protocol/call.ts';
import { notify } from '../notices/face.ts';
import { clientById } from '../session/face.ts';
import { personalDataNotices } from './notices.ts';
import { lapsingOf } from './shown.ts';
import { hadOwnBusiness, lastErasure } from './store.ts';

/** Tells a client who has left what is kept of them, until when and by which laws: at once, while there is an address still. */
export async function tellAgreed({ payload }: JobEvent, { sql, transact, now }: JobContext): Promise<void> {
  const client = await clientById(sql, clientId(Number(payload['client'])));
  const row = client && (await lastErasure(sql, client.id));
  if (!client || row?.state !== 'agreed' || !row.leftAt) return;
  const { company } = client.profile;
  const values = keptIn({ company, leftAt: row.leftAt, hadBusiness: await hadOwnBusiness(sql, client.id) });
  const key = `erasure:${row.id}:agreed`;
  await transact((within) =>
    notify(within, { clientId: client.id, notice: personalDataNotices.erasure_agreed, values, key, now }),
  );
}

function keptIn(former: Parameters<typeof lapsingOf>[0]) {
  const kept = lapsingOf(former).filter(({ until }) => until !== null);
  const laws = [...new Set(kept.flatMap(({ law }) => (law === null ? [] : [law])))];
  return { kept: former.hadBusiness ? 'some' : 'none', until: kept[0]?.until?.slice(0, 10) ?? '', laws: laws.join('; ') };
}
