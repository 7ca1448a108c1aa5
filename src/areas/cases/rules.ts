import { after, dayMs, hourMs, minuteMs } from '../../base/time.ts';
import type { DeclaredColumns } from '../../base/columns.ts';
import { companyName } from '../../law/companyNames.ts';
import type { CaseItem } from './contract.ts';
import type { BusinessHours } from './settings.ts';

/** More days than any promise spans, holidays and a week of one day included. */
const mostDays = 4000;

/**
 * The instant by which so many hours of business have passed since `from`: only the office's hours on the office's days count.
 * The office's time is a fixed distance from UTC.
 */
export function afterBusinessHours(from: Date, hours: number, office: BusinessHours): Date {
  let leftMs = hours * hourMs;
  for (let day = startOfDay(from, office), count = 0; count < mostDays; day = after(day, dayMs), count += 1) {
    const hoursOfDay = openingOf(day, office);
    if (!hoursOfDay || from >= hoursOfDay.closes) continue;
    const { opens, closes } = hoursOfDay;
    const begins = opens > from ? opens : from;
    const openMs = closes.getTime() - begins.getTime();
    if (leftMs <= openMs) return after(begins, leftMs);
    leftMs -= openMs;
  }
  throw new RangeError(`${hours} hours of business are more than ${mostDays} days have`);
}

/** Whether the office is open at that instant, and when it next closes or opens. */
export function officeAt(instant: Date, office: BusinessHours): { readonly isOpen: boolean; readonly changesAt: Date } {
  for (let day = startOfDay(instant, office), count = 0; count < mostDays; day = after(day, dayMs), count += 1) {
    const hoursOfDay = openingOf(day, office);
    if (!hoursOfDay || instant >= hoursOfDay.closes) continue;
    const isOpen = instant >= hoursOfDay.opens;
    return { isOpen, changesAt: isOpen ? hoursOfDay.closes : hoursOfDay.opens };
  }
  throw new RangeError('the office never opens');
}

/** The office's midnight before that instant. */
function startOfDay(instant: Date, { aheadMinutes }: BusinessHours): Date {
  const local = instant.getTime() + aheadMinutes * minuteMs;
  return new Date(Math.floor(local / dayMs) * dayMs - aheadMinutes * minuteMs);
}

/** From when to when the office is open on the day that begins so; undefined: not at all. */
function openingOf(day: Date, office: BusinessHours): { readonly opens: Date; readonly closes: Date } | undefined {
  const weekday = new Date(day.getTime() + office.aheadMinutes * minuteMs).getUTCDay() || 7;
  if (!office.days.includes(weekday)) return undefined;
  return { opens: after(day, minutesOf(office.opens) * minuteMs), closes: after(day, minutesOf(office.closes) * minuteMs) };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** "transfer 512" of the subject `transfer:512`. */
export function caseSubject({ subject }: Pick<CaseItem, 'subject'>): string {
  return subject.replace(':', ' ');
}

/** The company that a part of a case's detail tells by its number; undefined of every other part. */
function companyIn({ queue }: Pick<CaseItem, 'queue'>, part: string, value: unknown): number | undefined {
  const isCompany = part === 'company' || (queue === 'moves' && (part === 'from' || part === 'to'));
  return isCompany && typeof value === 'number' ? value : undefined;
}

/** A part of a case's detail as staff read it; undefined where its value says all. */
export function partSaid(item: Pick<CaseItem, 'queue'>, [part, value]: readonly [string, unknown], say: (id: string) => string) {
  const company = companyIn(item, part, value);
  return company === undefined ? undefined : companyName(company, say);
}

/** What a queue shows of a case; the file has besides what the screen shows when it is opened. */
export const caseColumns = {
  subject: { title: 'cases.subject', kind: 'text', share: 1.6, text: caseSubject },
  client: {
    title: 'cases.client',
    kind: 'code',
    share: 1,
    text: ({ client_id: id }, say) => (id === null ? say('cases.client.none') : String(id)),
  },
  opened: { title: 'cases.opened', kind: 'instant', share: 1.6, text: ({ opened_at: at }) => at },
  due: { title: 'cases.due', kind: 'instant', share: 1.6, text: ({ due_at: at }) => at ?? '' },
  claim: { title: 'cases.claim', kind: 'code', share: 1.2, text: ({ claimed_by: by }) => by ?? '' },
  detail: {
    title: 'cases.detail',
    kind: 'text',
    share: 3,
    isFileOnly: true,
    text: (item, say) =>
      Object.entries(item.detail)
        .map((part) => `${part[0].replaceAll('_', ' ')}: ${partSaid(item, part, say) ?? plainText(part[1])}`)
        .join('; '),
  },
} satisfies DeclaredColumns<CaseItem>;

function plainText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
