import { after, dayMs } from '../../base/time.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { recordKinds, toldKinds, type RecordKind, type ToldKind } from './contract.ts';

/* Retention: kind of record × why × how long × what erasure does to it (readings, "Tables to ship"). A lawyer confirms it for each broker. */

/** What becomes of a kind of record when a client has their data erased. */
type ErasureOf =
  /** Nothing requires it: it goes when the request is agreed to. */
  | 'at_once'
  /** The law has it kept for a while after the client has left; then it goes. */
  | 'when_lapsed'
  /** The books stay whole: what is in them are numbers, nameless once the client is. */
  | 'stays';

/** What the law of a company's country has kept of a client who has left. */
interface CompanyLaw {
  readonly years: number;
  /** What it says of money laundering, of markets and of the company's own books, as it is cited to the client. */
  readonly moneyLaundering: string;
  readonly markets: string;
  readonly books: string;
}

const laws: Readonly<Record<CompanyId, CompanyLaw>> = {
  1: {
    years: 5,
    moneyLaundering: 'Directive (EU) 2015/849, art. 40',
    markets: 'Directive 2014/65/EU, art. 16(6) and (7)',
    books: 'Directive 2013/34/EU and national company law',
  },
  3: {
    years: 5,
    moneyLaundering: 'FATF Recommendation 11',
    markets: 'FATF Recommendation 11',
    books: 'FATF Recommendation 11',
  },
  4: {
    years: 5,
    moneyLaundering: 'Money Laundering Regulations 2017 (UK), reg. 40',
    markets: 'FCA Handbook, SYSC 9.1 and COBS 11.8',
    books: 'Companies Act 2006 (UK), s. 388',
  },
  5: {
    // The act, s. 46(4).
    years: 7,
    moneyLaundering: 'Proceeds of Crime and Anti-Money Laundering Act 2009 (Kenya), s. 46',
    markets: 'Capital Markets (Online Foreign Exchange Trading) Regulations 2017 (Kenya)',
    books: 'Companies Act 2015 (Kenya), s. 630',
  },
};

interface Retention {
  readonly erasure: ErasureOf;
  readonly law: keyof Omit<CompanyLaw, 'years'> | null;
}

const retention: Readonly<Record<RecordKind, Retention>> = {
  identity: { erasure: 'when_lapsed', law: 'moneyLaundering' },
  suitability: { erasure: 'when_lapsed', law: 'markets' },
  payments: { erasure: 'when_lapsed', law: 'moneyLaundering' },
  trading: { erasure: 'when_lapsed', law: 'markets' },
  messages: { erasure: 'when_lapsed', law: 'markets' },
  security: { erasure: 'at_once', law: null },
  preferences: { erasure: 'at_once', law: null },
  suspicion: { erasure: 'when_lapsed', law: 'moneyLaundering' },
  book: { erasure: 'stays', law: 'books' },
  passing: { erasure: 'at_once', law: null },
};

/** For so many years since the client has left; null: for good, or nothing is kept. */
export function yearsKept(kind: RecordKind, company: CompanyId): number | null {
  return retention[kind].erasure === 'when_lapsed' ? laws[company].years : null;
}

interface ToldRetention {
  readonly kind: ToldKind;
  readonly erasure: ErasureOf;
  readonly years: number | null;
  readonly law: string | null;
}

/** The table as a client of that company reads it. */
export function toldRetention(company: CompanyId): ToldRetention[] {
  return toldKinds.options.map((kind) => {
    const { erasure, law } = retention[kind];
    return { kind, erasure, years: yearsKept(kind, company), law: law && laws[company][law] };
  });
}

/** What is left where nothing requires that anything is kept: a day, in which the letter arrives before its address is taken away. */
const soonestMs = dayMs;

export interface FormerClient {
  readonly company: CompanyId;
  readonly leftAt: Date;
  /** Whether there was ever any business: an account, a payment, papers, the second step. */
  readonly hadBusiness: boolean;
}

/** From when on nothing of that kind is kept; undefined: it stays for good. */
export function goesAt(kind: RecordKind, { company, leftAt, hadBusiness }: FormerClient): Date | undefined {
  const { erasure } = retention[kind];
  if (erasure === 'stays') return undefined;
  if (erasure === 'at_once') return leftAt;
  if (!hadBusiness) return after(leftAt, soonestMs);
  const until = new Date(leftAt);
  until.setUTCFullYear(until.getUTCFullYear() + (yearsKept(kind, company) ?? 0));
  return until;
}

/** The kinds that are kept no longer, and when the next one lapses; without one everything is done. */
export function dueKinds(
  former: FormerClient,
  now: Date,
): { readonly due: ReadonlySet<RecordKind>; readonly next: Date | undefined } {
  const due = new Set<RecordKind>();
  let next: Date | undefined;
  for (const kind of recordKinds) {
    const at = goesAt(kind, former);
    if (!at) continue;
    if (at <= now) due.add(kind);
    else if (!next || at < next) next = at;
  }
  return { due, next };
}

/** For how long sign-ins and devices are kept of everybody: our own rule, thirteen months, a year with its season. */
export const securityDays = 396;
/** A draft of the second step that nobody has gone on with. */
export const draftDays = 365;

/** As cases and approvals name an erasure. */
export const erasureQueueName = 'erasure';
export const eraseAction = 'client.erase';

/** What staff have sent about client `$1`, a condition of `stored_file`: nobody's own, and not told. */
export const evidenceFiles =
  'id in (select e.file_id from dispute_evidence e join dispute d on d.id = e.dispute_id where d.client_id = $1)';
