import type { Jobs } from '../../protocol/call.ts';
import { strategyById } from '../strategies/face.ts';
import { conversionTopic, finishConversion, type ConversionNeeds } from './converting.ts';

/** Finishes conversions whose call died or was left without an answer. */
export function jobs(app: Pick<ConversionNeeds, 'platforms'>): Jobs {
  return {
    on: {
      [conversionTopic]: async (event, context) => {
        const id = event.payload['strategy'];
        if (typeof id !== 'number') throw new Error(`the event ${event.id} names no strategy`);
        const outcome = await finishConversion({ ...context, app }, id);
        if (outcome === undefined) return;
        if (outcome === 'unknown') throw new Error(`the conversion to strategy ${id} is not known yet`);
        const strategy = await strategyById(context.sql, id);
        await context.stale(strategy?.clientId, ['strategies', 'accounts', 'dashboard']);
      },
    },
  };
}
