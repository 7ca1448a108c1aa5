import type { z } from 'zod';
import type { DeclaredColumns, RowOf } from '../base/columns.ts';
import type { Sql } from '../base/sql.ts';
import type { Say } from '../base/wording.ts';
import { hasRight, mayApprove, type ApprovalKind, type StaffRight, type StaffRole } from '../law/staff.ts';
import { readerIn } from './reader.ts';
import type { Fact, Row, Table } from './table.ts';

/** What a list is read with. Instants are application time. */
export interface DeskTableNeeds {
  readonly sql: Sql;
  readonly say: Say;
  readonly now: Date;
  /** The file ends there, and says so. */
  readonly mostRows: number;
}

export interface OpenDeskTable {
  readonly table: Table;
  /** How many rows it has, counted up to `mostRows`; undefined where only writing them tells. */
  readonly rows: number | undefined;
}

/** A list of the desk that staff take along as a file: an area names its own in `deskTables.ts`. */
export interface DeskTable {
  /** How it is asked for: `treasury.trial`. */
  readonly key: string;
  /** Message id: what the file is called among others. */
  readonly title: string;
  /** Who may have it; looked at when it is asked for, when it is written and when it is fetched. */
  readonly right: StaffRight;
  /** Of approvals: whoever approves this kind, as their list on the screen has it. */
  readonly approves?: ApprovalKind | undefined;
  /** The filters that it takes. */
  readonly asked: z.ZodObject;
  /** Undefined: what is asked for does not fit `asked`. */
  open(asked: unknown, needs: DeskTableNeeds): Promise<OpenDeskTable | undefined>;
}

interface Declared<Asked extends z.ZodObject, Columns extends DeclaredColumns<never>> extends Pick<
  DeskTable,
  'key' | 'title' | 'right' | 'approves'
> {
  readonly asked: Asked;
  readonly columns: Columns;
  /** The title of the document, which names what was asked for. */
  readonly heading?: (asked: z.output<Asked>, say: Say) => string;
  /** Page by page, so that no more than one is in memory. */
  readonly rows: (asked: z.output<Asked>, needs: DeskTableNeeds) => AsyncIterable<readonly RowOf<Columns>[]>;
  readonly count?: (asked: z.output<Asked>, needs: DeskTableNeeds) => Promise<number>;
}

/** Whether somebody of that role may have the list. */
export function mayTakeAlong(role: StaffRole, { right, approves }: Pick<DeskTable, 'right' | 'approves'>): boolean {
  return hasRight(role, right) && (approves === undefined || mayApprove(role, approves));
}

/** A list as it is declared: the file has the columns of the screen, and those that only a file has. */
export function deskTable<Asked extends z.ZodObject, const Columns extends DeclaredColumns<never>>(
  declared: Declared<Asked, Columns>,
): DeskTable {
  const { key, title, right, approves, asked: shape, heading, count } = declared;
  const columns = declared.columns as unknown as DeclaredColumns<RowOf<Columns>>;
  return {
    key,
    title,
    right,
    approves,
    asked: shape,
    async open(unread, needs) {
      const read = shape.safeParse(unread);
      if (!read.success || !hasOnly(unread, shape)) return undefined;
      const asked = read.data;
      const { say } = needs;
      const cut = { isCut: false };
      const table: Table = {
        name: [key.replaceAll(/[./]/g, '-'), ...wordsOf(asked)].join('-'),
        title: heading?.(asked, say) ?? say(title),
        reader: readerIn('en', say),
        head: factsOf(asked, needs),
        columns: Object.values(columns).map((column) => ({ title: say(column.title), kind: column.kind, share: column.share })),
        rows: cells(declared.rows(asked, needs), { columns, needs, cut }),
        foot: () => (cut.isCut ? [{ label: say('desk.table.cut'), value: String(needs.mostRows) }] : []),
      };
      return { table, rows: await count?.(asked, needs) };
    },
  };
}

/** A filter that nobody heeds would stand in the audit beside a file that has everything. */
function hasOnly(asked: unknown, { shape }: z.ZodObject): boolean {
  return typeof asked === 'object' && asked !== null && Object.keys(asked).every((name) => Object.hasOwn(shape, name));
}

/** Rows that are there already, as pages. */
export async function* onePage<Line>(rows: Promise<readonly Line[]>): AsyncGenerator<readonly Line[]> {
  yield await rows;
}

const wordOfName = /^[\w-]{1,40}$/;

/** What was asked for, as far as it fits a file's name. */
function wordsOf(asked: Readonly<Record<string, unknown>>): string[] {
  return Object.values(asked)
    .map(String)
    .filter((word) => wordOfName.test(word));
}

/** Whoever reads the file sees what it is of, and when it was true. */
function factsOf(asked: Readonly<Record<string, unknown>>, { say, now }: DeskTableNeeds): Fact[] {
  const filters = Object.entries(asked).filter(([, value]) => value !== undefined);
  return [
    ...filters.map(([name, value]) => ({ label: name.replaceAll('_', ' '), value: String(value) })),
    { label: say('desk.table.at'), value: now.toISOString() },
  ];
}

interface Cells<Line> {
  readonly columns: DeclaredColumns<Line>;
  readonly needs: DeskTableNeeds;
  readonly cut: { isCut: boolean };
}

async function* cells<Line>(pages: AsyncIterable<readonly Line[]>, of: Cells<Line>): AsyncGenerator<readonly Row[]> {
  const texts = Object.values(of.columns).map(({ text }) => text);
  const { say, mostRows } = of.needs;
  let left = mostRows;
  for await (const page of pages) {
    if (page.length > left) of.cut.isCut = true;
    const taken = page.slice(0, left);
    if (taken.length > 0) yield taken.map((line) => texts.map((text) => text(line, say)));
    left -= taken.length;
    if (of.cut.isCut) return;
  }
}
