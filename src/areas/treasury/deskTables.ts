import { z } from 'zod';
import { after, dayMs, utcDay } from '../../base/time.ts';
import { deskTable, onePage, type DeskTable } from '../../tables/deskTable.ts';
import { awaitedNow, comingNow, lyingIn, shownLine } from './day.ts';
import { banksNow, linesOfDay, mostDays, reconciledDays, shownMoney } from './reconciling.ts';
import {
  awaitedColumns,
  bankColumns,
  bookColumns,
  comingColumns,
  lyingColumns,
  moneyColumns,
  moneyDayColumns,
  platformColumns,
  providerColumns,
  trialColumns,
} from './rules.ts';

const right = 'transfers';
const ofDay = z.object({ day: z.iso.date() });
const ofNow = z.object({});

/** As many days as the screen shows at once. */
const ofDays = z
  .object({ from: z.iso.date(), till: z.iso.date() })
  .refine(({ from, till }) => from <= till && from >= utcDay(after(new Date(`${till}T00:00:00Z`), -(mostDays - 1) * dayMs)));

/** Of a day of the book, and of what is to be paid out as it is now. */
const ofTheDay: readonly DeskTable[] = [
  deskTable({
    key: 'treasury.trial',
    title: 'treasury.trial',
    right,
    asked: ofDay,
    columns: trialColumns,
    heading: ({ day }, say) => say('treasury.file.trial', { day }),
    rows: ({ day }, { sql }) => onePage(linesOfDay(sql, day).then((lines) => lines.map(shownLine))),
  }),
  deskTable({
    key: 'treasury.client_money',
    title: 'treasury.clientMoney',
    right,
    asked: ofDay,
    columns: moneyColumns,
    heading: ({ day }, say) => say('treasury.file.clientMoney', { day }),
    rows: ({ day }, { sql }) => onePage(linesOfDay(sql, day).then(shownMoney)),
  }),
  deskTable({
    key: 'treasury.lying',
    title: 'treasury.lying',
    right,
    asked: ofDay,
    columns: lyingColumns,
    rows: ({ day }, { sql, now }) => onePage(linesOfDay(sql, day).then((lines) => lyingIn(sql, lines, now))),
  }),
  deskTable({
    key: 'treasury.coming',
    title: 'treasury.coming',
    right,
    asked: ofNow,
    columns: comingColumns,
    rows: (_asked, { sql, now }) => onePage(comingNow(sql, now)),
  }),
  deskTable({
    key: 'treasury.awaited',
    title: 'treasury.awaited',
    right,
    asked: ofNow,
    columns: awaitedColumns,
    rows: (_asked, { sql }) => onePage(awaitedNow(sql)),
  }),
];

/** Of days beside what others say. */
const ofTheDays: readonly DeskTable[] = [
  deskTable({
    key: 'reconciliations.book',
    title: 'treasury.book',
    right,
    asked: ofDays,
    columns: bookColumns,
    rows: (asked, { sql }) => onePage(reconciledDays(sql, asked).then(({ book }) => book)),
  }),
  deskTable({
    key: 'reconciliations.client_money',
    title: 'treasury.clientMoney',
    right,
    asked: ofDays,
    columns: moneyDayColumns,
    rows: (asked, { sql }) =>
      onePage(
        reconciledDays(sql, asked).then(({ book }) =>
          book.flatMap(({ day, client_money: money }) => money.map((row) => ({ day, ...row }))),
        ),
      ),
  }),
  deskTable({
    key: 'reconciliations.providers',
    title: 'treasury.providers',
    right,
    asked: ofDays,
    columns: providerColumns,
    rows: (asked, { sql }) => onePage(reconciledDays(sql, asked).then(({ providers }) => providers)),
  }),
  deskTable({
    key: 'reconciliations.platforms',
    title: 'treasury.platforms',
    right,
    asked: ofDays,
    columns: platformColumns,
    rows: (asked, { sql }) => onePage(reconciledDays(sql, asked).then(({ platforms }) => platforms)),
  }),
  deskTable({
    key: 'reconciliations.banks',
    title: 'treasury.banks',
    right,
    asked: ofNow,
    columns: bankColumns,
    rows: (_asked, { sql }) => onePage(banksNow(sql)),
  }),
];

export const deskTables = (): readonly DeskTable[] => [...ofTheDay, ...ofTheDays];
