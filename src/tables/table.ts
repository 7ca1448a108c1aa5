/**
 * A table or a statement, declared once: each of the formats is written from the same declaration. Whoever declares one says the
 * words in the reader's language; how amounts and instants look there is the writer's.
 */
export interface Table {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly reader: TableReader;
  /** Whose table it is and what it is of, above its rows. */
  readonly head: readonly Fact[];
  readonly columns: readonly Column[];
  /** Page by page, in their order, so that no more than one is ever in memory. */
  readonly rows: AsyncIterable<readonly Row[]>;
  /** What is known only when every row has been read: sums, digest. Asked once, behind the last row. */
  readonly foot?: () => readonly Fact[];
}

/** In which language it is read. */
export interface TableReader {
  /** BCP-47, of the text. */
  readonly tag: string;
  /** BCP-47, of figures and days. */
  readonly formats: string;
  readonly direction: 'ltr' | 'rtl';
  /** What stands at the foot of a page with its number. */
  readonly pageWord: (page: number) => string;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface Column {
  readonly title: string;
  /** `decimal`: a decimal string; `instant`: ISO 8601; `code`: letters and digits that read from the left in every language. */
  readonly kind: 'text' | 'code' | 'decimal' | 'instant';
  /** How wide it is beside the others, on paper. */
  readonly share: number;
}

/** A cell for each column; empty where there is nothing to say. */
export type Row = readonly string[];

export const tableFormats = ['pdf', 'csv', 'xlsx', 'print'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** What a cell looks like to people; files for programs keep it as it is. */
export function shownCell(cell: string, kind: Column['kind'], reader: TableReader): string {
  if (cell === '') return '';
  if (kind === 'decimal') return decimalIn(cell, reader.formats);
  return kind === 'instant' ? instantIn(cell, reader.formats) : cell;
}

/** To its last digit. */
function decimalIn(decimal: string, locale: string): string {
  const decimals = decimal.split('.')[1]?.length ?? 0;
  return formatOf(decimalFormats, `${locale} ${decimals}`, () => {
    return new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  }).format(decimal as Intl.StringNumericLiteral);
}

function instantIn(instant: string, locale: string): string {
  return formatOf(instantFormats, locale, () => {
    // A column has room for no word of the half of the day.
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23', timeZone: 'UTC' });
  }).format(new Date(instant));
}

const decimalFormats = new Map<string, Intl.NumberFormat>();
const instantFormats = new Map<string, Intl.DateTimeFormat>();
/** More than there are languages and numbers of decimals. */
const mostFormats = 500;

/** Making one costs a hundred times what using it does. */
function formatOf<Format>(known: Map<string, Format>, key: string, make: () => Format): Format {
  const found = known.get(key);
  if (found) return found;
  const made = make();
  if (known.size < mostFormats) known.set(key, made);
  return made;
}
