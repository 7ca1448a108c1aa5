export { readCalendar, type Reading } from './reading.ts';
