import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

const told = {
  channels: ['screen', 'mail'],
  target: leadsTo(pageLinks.goldDelivery),
  hiddenOn: [pageLinks.goldDelivery],
} as const;

/** What a client is told of a delivery: each change that the client has not made. */
export const goldDeliveryNotices = notices({
  // Its PIN, with what is delivered, where to and what it costs; never on a screen.
  gold_delivery_pin: { level: 'info', channels: ['mail', 'sms'], letter: 'own', text: 'own' },
  gold_delivery_requested: { ...told, level: 'processing' },
  gold_delivery_shipped: { ...told, level: 'success' },
  gold_delivery_delivered: { ...told, level: 'success' },
  gold_delivery_returned: { ...told, level: 'warning' },
  gold_delivery_cancelled: { ...told, level: 'info' },
});
