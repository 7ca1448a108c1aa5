import type { LoweringTold } from '../accounts/face.ts';
import { closeNotice, notify } from '../notices/face.ts';
import { appropriatenessNotices } from './notices.ts';

type Lowering = Parameters<LoweringTold['waits']>[1];

/** Notice first; it goes when the leverage has become less, or is to become less no more. Each result is told of by itself. */
export const telling: LoweringTold = {
  async waits(sql, due, now) {
    const { clientId, number, leverage: to } = due;
    const notice = appropriatenessNotices.leverage_lowers;
    await notify(sql, { clientId, notice, values: { number, to }, key: waitingKey(due), now, typeGroup: 'live' });
  },
  async lowered(sql, due, now) {
    const { clientId, number, leverage: to } = due;
    await closeNotice(sql, { clientId, key: waitingKey(due), now });
    const notice = appropriatenessNotices.leverage_lowered;
    const key = `account:${number}:lowered:${to}:${now.toISOString()}`;
    await notify(sql, { clientId, notice, values: { number, to }, key, now, typeGroup: 'live' });
  },
  async withdrawn(sql, due, now) {
    if (due.isTold) await closeNotice(sql, { clientId: due.clientId, key: waitingKey(due), now });
  },
};

function waitingKey({ number, leverage, askedAt }: Lowering): string {
  return `account:${number}:lowers:${leverage}:${askedAt.toISOString()}`;
}
