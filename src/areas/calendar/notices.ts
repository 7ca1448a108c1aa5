import { leadsTo, notices } from '../../protocol/notice.ts';
import { pageLinks } from '../../protocol/pageLinks.ts';

const target = leadsTo(pageLinks.economicCalendar);

/** What a client is told of events that they have an alert for. */
export const calendarNotices = notices({
  calendar_event_soon: { level: 'info', channels: ['screen'], target },
  calendar_event_released: { level: 'info', channels: ['screen', 'mail'], target },
  calendar_event_revised: { level: 'info', channels: ['screen'], target },
  calendar_event_cancelled: { level: 'warning', channels: ['screen', 'mail'], target },
});
