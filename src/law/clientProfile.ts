import { isCategoryId } from './categories.ts';
import type { ClientProfile } from './gates.ts';
import { isCompanyId } from './regions/profile.ts';
import { isStatusId } from './statuses.ts';

/** What of a client's row the law looks at, as the table names it. */
export interface ClientProfileRow {
  id: number;
  company_id: number;
  country: string;
  status_id: number;
  client_category: number;
  registered_at: Date;
  has_approved_id: boolean;
  has_approved_residence: boolean;
  at_passed: boolean;
  test_leverage: number | null;
  charged_back: boolean;
  trading_restricted: boolean;
  screening_hold: boolean;
  move_state: 'open' | 'under_way' | null;
}

const columns: Readonly<Record<keyof ClientProfileRow, true>> = {
  id: true,
  company_id: true,
  country: true,
  status_id: true,
  client_category: true,
  registered_at: true,
  has_approved_id: true,
  has_approved_residence: true,
  at_passed: true,
  test_leverage: true,
  charged_back: true,
  trading_restricted: true,
  screening_hold: true,
  move_state: true,
};

/** The row's columns for a query, of `table` where several are joined. */
export function clientProfileColumns(table?: string): string {
  return Object.keys(columns)
    .map((column) => (table === undefined ? column : `${table}.${column}`))
    .join(', ');
}

/** A client's profile from its row. A number that the law does not know is a fault of ours and throws. */
export function readClientProfile(row: ClientProfileRow): ClientProfile {
  if (!isStatusId(row.status_id)) throw new Error(`client ${row.id} has the unknown status ${row.status_id}`);
  if (!isCategoryId(row.client_category)) throw new Error(`client ${row.id} has the unknown category ${row.client_category}`);
  if (!isCompanyId(row.company_id)) throw new Error(`client ${row.id} belongs to the unknown company ${row.company_id}`);
  return {
    status: row.status_id,
    company: row.company_id,
    country: row.country,
    category: row.client_category,
    registeredAt: row.registered_at,
    hasApprovedId: row.has_approved_id,
    hasApprovedResidence: row.has_approved_residence,
    appropriatenessPassed: row.at_passed,
    ...(row.test_leverage === null ? {} : { testLeverage: row.test_leverage }),
    ...(row.charged_back ? { isChargedBack: true } : {}),
    ...(row.trading_restricted ? { isTradingRestricted: true } : {}),
    ...(row.screening_hold ? { arePaymentsPaused: true } : {}),
    ...(row.move_state === null ? {} : { companyMove: row.move_state }),
  };
}
