import type { JobContext, Jobs } from '../../protocol/call.ts';
import { openGoldPrices, type MarketNeeds } from '../gold/face.ts';
import { carryOn, type Platforms } from './orders.ts';
import { openOrders } from './store.ts';
import { valuePledges } from './watching.ts';

export function jobs(app: MarketNeeds & { readonly platforms: Platforms }): Jobs {
  const watching = { prices: openGoldPrices(app), platforms: app.platforms };
  return {
    every: [
      {
        name: 'goldCollateral.orders',
        seconds: 5,
        dueBy: 'wall',
        run: (context) => carryOnAll(app.platforms, context),
      },
      {
        name: 'goldCollateral.value',
        seconds: 20,
        dueBy: 'application',
        run: (context) => valuePledges(watching, context),
      },
    ],
  };
}

const pageSize = 100;

/** An order that fails keeps none behind it from going on. */
async function carryOnAll(platforms: Platforms, context: JobContext): Promise<void> {
  const faults: unknown[] = [];
  for (let after = 0n; ;) {
    const page = await openOrders(context.sql, { after, limit: pageSize });
    for (const { id } of page) await carryOn(platforms, context, id).catch((fault: unknown) => faults.push(fault));
    after = page.at(-1)?.id ?? 0n;
    if (page.length < pageSize) break;
  }
  const [fault] = faults;
  if (fault !== undefined) throw fault;
}
