import type { Jobs } from '../../protocol/call.ts';
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
        run: async (context) => {
          for (const { id } of await openOrders(context.sql)) await carryOn(app.platforms, context, id);
        },
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
