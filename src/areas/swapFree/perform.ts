import { clientId } from '../../base/id.ts';
import { after, dayMs, utcDay } from '../../base/time.ts';
import type { SwapFreeReason } from '../../law/swapFree.ts';
import type { Performer } from '../approvals/face.ts';
import { notify } from '../notices/face.ts';
import { swapFreeNotices } from './notices.ts';
import { withdraw } from './withdrawals.ts';

export interface SwapFreePayload {
  readonly client: number;
  readonly because: SwapFreeReason;
  /** As it stood when it was asked for. */
  readonly noticeDays: number;
}

export const swapFreeAction = 'swap_free.withdraw';

/** Takes the right from a client once a second person has agreed, and tells them why and since when it counts. */
export const performer = (): Performer => ({
  action: swapFreeAction,
  async perform(sql, { payload, askedBy, approvedBy, now }) {
    const { client, because: reason, noticeDays } = payload as SwapFreePayload;
    const id = clientId(client);
    const countsFrom = after(now, noticeDays * dayMs);
    const withdrawal = await withdraw(sql, { client: id, reason, askedBy, approvedBy, withdrawnAt: now, countsFrom });
    if (withdrawal === undefined) return 'outdated';
    await notify(sql, {
      clientId: id,
      notice: swapFreeNotices.swap_free_withdrawn,
      values: { day: utcDay(countsFrom), reason },
      key: `swap-free:${withdrawal}:withdrawn`,
      now,
    });
    return 'done';
  },
});
