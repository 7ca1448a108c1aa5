import type { Currency } from '../../base/currency.ts';
import type { ClientId } from '../../base/id.ts';
import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import { legalLineIn, type Brand } from '../../law/brand.ts';
import { languages, type LanguageKey } from '../../law/languages.ts';
import { isCompanyId } from '../../law/regions/profile.ts';
import type { Fact } from '../../tables/table.ts';
import { clientById } from '../session/face.ts';

/** For whom a document is written. */
export interface StatementReader {
  readonly say: Say;
  readonly language: LanguageKey;
  readonly brand: Brand;
  readonly now: Date;
}

/** Whose document it is and, where it is of a period, of which days, both included. */
export interface DocumentOf {
  readonly clientId: ClientId;
  readonly companyId: number;
  readonly days?: { readonly from: string; readonly till: string };
}

/** What stands above every document: the company, the client, the period if it is of one, and when it was drawn. */
export async function documentHead(sql: Sql, { clientId, companyId, days }: DocumentOf, to: StatementReader): Promise<Fact[]> {
  const { say, language, brand, now } = to;
  const client = await clientById(sql, clientId);
  const name = client ? `${client.firstName} ${client.lastName}`.trim() : '';
  return [
    ...(isCompanyId(companyId)
      ? [{ label: say('statement.company'), value: legalLineIn(brand.companies[companyId], language) }]
      : []),
    { label: say('statement.client'), value: name === '' ? String(clientId) : `${name} · ${clientId}` },
    ...(days
      ? [
          {
            label: say('statement.period'),
            value: say('statement.days', { from: dayIn(days.from, to), till: dayIn(days.till, to) }),
          },
        ]
      : []),
    { label: say('statement.drawn'), value: say('statement.utc', { at: instantIn(now, to) }) },
  ];
}

export function amountIn(minor: bigint, currency: Currency, say: Say): string {
  return say('statement.amount', { amount: { amount: formatMinor(minor, currency), currency } });
}

function dayIn(day: string, { language }: StatementReader): string {
  return new Intl.DateTimeFormat(languages[language].formats, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** An instant as documents write it. */
export function instantIn(at: Date, { language }: StatementReader): string {
  const { formats } = languages[language];
  const asked = { dateStyle: 'long', timeStyle: 'medium', hourCycle: 'h23', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(formats, asked).format(at);
}
