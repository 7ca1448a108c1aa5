import { z } from 'zod';
import { deviceOf } from '../../base/device.ts';
import type { JobContext, JobEvent, Jobs } from '../../protocol/call.ts';
import { notify } from '../notices/face.ts';
import { unusualTopic } from '../session/face.ts';
import { securityNotices } from './notices.ts';

/** What sign-in tells of one that is unlike those before it. */
const unusual = z.object({
  sid: z.string(),
  address: z.string(),
  agent: z.string(),
  isNew: z.boolean(),
  codesLeft: z.number().nullable(),
});

export const jobs = (): Jobs => ({ on: { [unusualTopic]: tellOfSignIn } });

async function tellOfSignIn({ clientId, payload }: JobEvent, { now, transact }: JobContext): Promise<void> {
  if (clientId === undefined) return;
  const { sid, address, agent, isNew, codesLeft } = unusual.parse(payload);
  const { browser, system } = deviceOf(agent);
  await transact(async (sql) => {
    if (isNew) {
      const values = { browser: browser ?? '', system: system ?? '', known: browser && system ? 'yes' : 'no', address };
      await notify(sql, { clientId, notice: securityNotices.new_device, values, key: `session:${sid}:new`, now });
    }
    if (codesLeft !== null) {
      const values = { what: 'code_used', left: codesLeft };
      await notify(sql, { clientId, notice: securityNotices.second_factor_changed, values, key: `session:${sid}:code`, now });
    }
  });
}
