import type { Jobs } from '../../protocol/call.ts';
import { lowerDue, type LoweringNeeds, type LoweringTold } from '../accounts/face.ts';
import { closeNotice, notify } from '../notices/face.ts';
import { appropriatenessNotices } from './notices.ts';

export type Needs = LoweringNeeds;

export const jobs = (app: Needs): Jobs => ({
  every: [
    {
      name: 'appropriateness.lowering',
      seconds: 15,
      dueBy: 'application',
      run: async (context) => lowerDue(app, context, telling),
    },
  ],
});

/** Notice first; it goes when the leverage has become less. */
const telling: LoweringTold = {
  async waits(sql, { clientId, number, leverage: to }, now) {
    const notice = appropriatenessNotices.leverage_lowers;
    await notify(sql, { clientId, notice, values: { number, to }, key: waitingKey(number, to), now, typeGroup: 'live' });
  },
  async lowered(sql, { clientId, number, leverage: to }, now) {
    await closeNotice(sql, { clientId, key: waitingKey(number, to), now });
    const notice = appropriatenessNotices.leverage_lowered;
    const key = `account:${number}:lowered:${to}:${now.toISOString()}`;
    await notify(sql, { clientId, notice, values: { number, to }, key, now, typeGroup: 'live' });
  },
};

function waitingKey(number: number, leverage: number): string {
  return `account:${number}:lowers:${leverage}`;
}
