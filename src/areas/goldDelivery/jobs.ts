import { after, dayMs } from '../../base/time.ts';
import type { Jobs } from '../../protocol/call.ts';
import { cancel } from './deliveries.ts';
import { forgetAsked, lockDelivery, unpaidBefore } from './store.ts';

export const jobs = (): Jobs => ({
  every: [
    {
      name: 'goldDelivery.unpaid',
      seconds: 600,
      dueBy: 'application',
      run: async ({ sql, now, settings, transact }) => {
        await forgetAsked(sql, after(now, -dayMs));
        const ids = await unpaidBefore(sql, after(now, -settings.goldDelivery.payDays * dayMs));
        for (const id of ids)
          await transact(async (inside) => {
            const delivery = await lockDelivery(inside, id);
            if (delivery?.phase !== 'requested') return;
            await cancel(inside, { delivery, now, actor: { kind: 'system', id: 'goldDelivery' } }, { isTold: true });
          });
      },
    },
  ],
});
