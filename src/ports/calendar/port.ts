/**
 * What the broker reads of whoever keeps a calendar of economic figures. The calendar is read forward: what has changed since the last
 * reading, each event whole, so that reading the same twice does no harm.
 */
export interface EconomicCalendar {
  /** What has changed behind that mark; everything that is kept when there is none. Never throws for what the vendor may answer. */
  read(mark: string | null): Promise<CalendarAnswer>;
}

export const calendarImportances = ['low', 'medium', 'high'] as const;
export type CalendarImportance = (typeof calendarImportances)[number];

/** `tentative`: the day is known and the hour is not. */
export const calendarStates = ['scheduled', 'tentative', 'released', 'cancelled'] as const;
export type CalendarState = (typeof calendarStates)[number];

export const calendarUnits = ['index', 'percent', 'thousand', 'million', 'billion'] as const;
export type CalendarUnit = (typeof calendarUnits)[number];

export interface CalendarEvent {
  readonly id: string;
  /** Grows with each change: what comes out of order is known by it. */
  readonly revision: number;
  readonly startsAt: Date;
  readonly state: CalendarState;
  /** ISO 3166 alpha-2, and EU. */
  readonly country: string;
  /** ISO 4217 letters: whose price it moves. */
  readonly currency: string;
  readonly importance: CalendarImportance;
  readonly titles: { readonly en: string; readonly ar?: string | undefined; readonly zh?: string | undefined };
  readonly unit: CalendarUnit;
  /** Decimal strings; null while nobody knows. */
  readonly actual: string | null;
  readonly forecast: string | null;
  readonly previous: string | null;
}

export type CalendarAnswer =
  | {
      readonly outcome: 'done';
      /** Until when the vendor's calendar holds. */
      readonly asOf: Date;
      readonly events: readonly CalendarEvent[];
      readonly mark: string;
      /** There is more behind the mark. */
      readonly hasMore: boolean;
    }
  /** No answer, or none that can be believed: what was known before stays, and asking again does no harm. */
  | { readonly outcome: 'unknown'; readonly reason: string };
