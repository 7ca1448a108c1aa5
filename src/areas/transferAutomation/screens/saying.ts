import type { Words } from '../../../ui/words/words.ts';
import { weekdays, type Order } from '../contract.ts';

/** What an order moves and when, in a sentence. */
export function saidOf(order: Order, { t, money, date }: Words): string {
  const { occasion, share, currency, every, on, day } = order;
  const amount = order.amount === null ? '' : money(order.amount, currency);
  if (occasion === 'profit') return t('automation.says.profit', { above: money(order.above ?? '0', currency) });
  if (occasion === 'deposit')
    return share === null ? t('automation.says.amount', { amount }) : t('automation.says.share', { share });
  if (every === 'week')
    return t('automation.says.week', { amount, weekday: t(`automation.weekday.${weekdays[(day ?? 1) - 1] ?? '1'}`) });
  if (every === 'month') return t('automation.says.month', { amount, day: day ?? 1 });
  return t('automation.says.once', { amount, on: on === null ? '' : date(on) });
}
