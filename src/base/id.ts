/** Branded ids: a client's number cannot be passed where an account's number is meant. */
declare const brand: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** A client record: one person in one company. */
export type ClientId = Branded<number, 'ClientId'>;
/** A trading account's login on its platform, or a wallet's number. Unique over all platforms. */
export type AccountNumber = Branded<number, 'AccountNumber'>;

/** A payment: the number of its row. */
export type RemittanceId = Branded<number, 'RemittanceId'>;
/** A member of staff. */
export type StaffId = Branded<number, 'StaffId'>;
/** A client's move to another company. */
export type MoveId = Branded<number, 'MoveId'>;

export const clientId = (value: number): ClientId => whole(value, 'client id') as ClientId;
export const accountNumber = (value: number): AccountNumber => whole(value, 'account number') as AccountNumber;

export const remittanceId = (value: number): RemittanceId => whole(value, 'remittance id') as RemittanceId;
export const staffId = (value: number): StaffId => whole(value, 'staff id') as StaffId;
export const moveId = (value: number): MoveId => whole(value, 'move id') as MoveId;

/** The number of a row as a caller wrote it; undefined for what no integer column can hold, because no row has it. */
export function rowNumber(told: string | number | bigint): number | undefined {
  const number = Number(told);
  return Number.isSafeInteger(number) && number > 0 && number < 2 ** 31 ? number : undefined;
}

function whole(value: number, what: string): number {
  if (!Number.isSafeInteger(value) || value <= 0) throw new RangeError(`${what} must be a positive whole number, got ${value}`);
  return value;
}
