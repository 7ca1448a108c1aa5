import { createHash } from 'node:crypto';
import type { Sql, Transact } from '../../base/sql.ts';
import type { BankAccount, BankBalances, BankDesk, BankEntry, BankStatement, StatementFault } from '../../ports/payments/port.ts';
import type { Settings } from '../../settings/index.ts';
import { addBalance, beginCheck } from './balances.ts';
import { bookEntry } from './booking.ts';
import { addStatement } from './statements.ts';

export interface ImportRun {
  readonly now: Date;
  readonly settings: Settings;
  readonly transact: Transact;
}

export interface BroughtFile {
  readonly raw: Uint8Array;
  readonly name: string;
  /** The member of staff; null: it was fetched. */
  readonly broughtBy: string | null;
  readonly fileId: string | null;
  /** Done in the transaction that keeps it. */
  readonly also?: (sql: Sql, imported: Imported) => Promise<void>;
}

export interface Imported {
  readonly id: number;
  readonly entries: number;
  /** Of them, those that were not known. */
  readonly fresh: number;
  /** Of the new ones, those that wait for staff. */
  readonly unmatched: number;
}

export type ImportOutcome =
  | ({ readonly outcome: 'imported' } & Imported)
  /** The very same file was read before. */
  | { readonly outcome: 'known' }
  | { readonly outcome: 'refused'; readonly fault: StatementFault | 'foreign_account'; readonly at: string };

/** Reads a statement and books what is new in it, all of it or nothing. */
export async function importStatement(
  { desk, run }: { readonly desk: BankDesk; readonly run: ImportRun },
  file: BroughtFile,
): Promise<ImportOutcome> {
  const reading = desk.read(file.raw);
  if (reading.outcome === 'refused') return reading;
  const placed = reading.statements.map((statement) => ({ statement, account: accountOf(desk, statement) }));
  const foreign = placed.find(({ account }) => !account);
  if (foreign) return { outcome: 'refused', fault: 'foreign_account', at: foreign.statement.account };
  const entries = placed.flatMap(({ statement, account }) =>
    account ? statement.entries.map((entry) => ({ entry, account })) : [],
  );
  const balances = placed.flatMap(({ statement: { balances: told }, account }) => (account && told ? [{ told, account }] : []));
  return run.transact((sql) => keep(sql, { run, file, entries, balances }));
}

function accountOf({ accounts }: BankDesk, { account }: BankStatement): BankAccount | undefined {
  return accounts.find(({ number }) => number === account);
}

interface Keeping {
  readonly run: ImportRun;
  readonly file: BroughtFile;
  readonly entries: readonly { readonly entry: BankEntry; readonly account: BankAccount }[];
  readonly balances: readonly { readonly told: BankBalances; readonly account: BankAccount }[];
}

async function keep(sql: Sql, { run, file, entries, balances }: Keeping): Promise<ImportOutcome> {
  const digest = createHash('sha256').update(file.raw).digest();
  const { name, broughtBy, fileId } = file;
  const id = await addStatement(sql, { digest, name, broughtBy, fileId, entries: entries.length, now: run.now });
  if (id === undefined) return { outcome: 'known' };
  // Before anything of it is booked: what is compared begins here.
  for (const { told, account } of balances.filter((each) => each.told.currency === each.account.currency)) {
    const { number, company } = account;
    await beginCheck(sql, { company, told, now: run.now });
    await addBalance(sql, { statementId: id, account: number, company, told });
  }
  let [fresh, unmatched] = [0, 0];
  for (const { entry, account } of entries) {
    const placed = { entry, account: account.number, companyId: account.company, statementId: id, now: run.now };
    const outcome = await bookEntry(sql, run, placed);
    if (outcome !== 'known') fresh += 1;
    if (outcome === 'suspense' || outcome === 'waiting') unmatched += 1;
  }
  const imported = { id, entries: entries.length, fresh, unmatched };
  await file.also?.(sql, imported);
  return { outcome: 'imported', ...imported };
}
