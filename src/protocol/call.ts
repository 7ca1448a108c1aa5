import type { z } from 'zod';
import type { ClientId, StaffId } from '../base/id.ts';
import type { Located } from '../base/whereabouts.ts';
import type { RefusalDetail } from '../base/refusal.ts';
import type { Sql, Transact } from '../base/sql.ts';
import type { GateAction, ClientProfile } from '../law/gates.ts';
import type { LanguageKey } from '../law/languages.ts';
import type { Site } from '../law/regions/profile.ts';
import type { Settings } from '../settings/index.ts';
import type { StaffRight, StaffRole } from '../law/staff.ts';
import type { TakesFile } from './fileKinds.ts';
import type { FormSpec } from './form.ts';
import type { TraceKind } from './trace.ts';
import type { Act, Change } from './staff.ts';
import type { Topic } from './topics.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** HTTP statuses that a refusal may have. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 422 | 423 | 429 | 503;

/**
 * Of these, the ones that say nothing about what was asked, only about the moment: the same may well go through later, so
 * they are not kept for an Idempotency-Key. A code passes by having one of them in its contract.
 */
export const passingStatuses: ReadonlySet<RefusalStatus> = new Set([429, 503]);

/** At most so many calls in that many seconds. */
export interface RateLimit {
  readonly count: number;
  readonly seconds: number;
}

/**
 * A call, declared once: the server's route, the handler's types, the browser's client and the OpenAPI document
 * all come from it.
 */
export interface CallSpec {
  readonly method: Method;
  /**
   * As the documents write it: `api/accounts` answers under `/api/js/api/accounts`; a leading slash is absolute and
   * also answers under `/api/js`. Parameters are written `{name}` and taken from `input`.
   */
  readonly path: string;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly who: 'anyone' | 'client' | 'staff';
  /** What the client's profile must allow. */
  readonly gate?: GateAction;
  /** Of a call of the desk (`who: 'staff'`): what the caller's role must have, `law/staff.ts`. */
  readonly right?: StaffRight;
  /**
   * Of a call of the desk that changes something or shows personal data: the name of its audit event, `area.verb`. The handler
   * writes it with `record`; without it the call fails.
   */
  readonly audits?: string;
  /**
   * Every call of the desk that changes something takes a `reason` (`protocol/staff.ts`), but for the few that say false here
   * (interfaces §7: sign-out, claim and release).
   */
  readonly takesReason?: false;
  /** False: the area keeps the reason where few may read it, and the audit tells without it that the act was done. */
  readonly auditsReason?: false;
  /**
   * `transaction`: the handler runs inside serve's one transaction and talks to nothing but the database.
   * `saga`: the handler speaks to the outside and commits its steps itself.
   * `read`: no transaction, nothing is written.
   */
  readonly runs: 'read' | 'transaction' | 'saga';
  /** Path parameters, query (GET, or named in `query`) and body, in one object. Unknown fields are dropped. */
  readonly input: z.ZodObject;
  /**
   * Where one field decides which others are required: each alternative whole, for whoever reads the document. `input` takes
   * whatever fits one of them, and the handler says at the field what is missing.
   */
  readonly inputs?: readonly [z.ZodObject, ...z.ZodObject[]];
  /** Fields of `input` that a write takes from the query. */
  readonly query?: readonly string[];
  /** What `data` of the envelope holds. */
  readonly output: z.ZodType;
  /** Every code that this call may refuse with, and its HTTP status. */
  readonly errors: Readonly<Record<string, RefusalStatus>>;
  /** The topics that an answer of this call shows. */
  readonly reads?: readonly Topic[];
  /** The topics that this call makes stale for its client. */
  readonly stale?: readonly Topic[];
  /** Of a call of several steps, the one that changes something: only that makes stale. */
  readonly staleWhen?: { readonly field: string; readonly is: string };
  /** The handler tells that itself, with what it commits: nothing more is written for it when the call is answered. */
  readonly tellsStale?: true;
  /** Leaves a trace under this name when it was done (`protocol/trace.ts`); refusals leave theirs by their codes. */
  readonly traces?: TraceKind;
  /** Beyond the limits that hold for every call. */
  readonly rate?: RateLimit;
  /** Whether a write with a session must carry its token; unless it says otherwise, that of a client or staff must. */
  readonly needsToken?: boolean;
  /** Fields of the answer that are secrets: the copy kept for a repeated Idempotency-Key has null in their place. */
  readonly shownOnce?: readonly string[];
  /** False where input or answer is a secret (sign-in): an Idempotency-Key would keep it, so it is passed over. */
  readonly keepsAnswer?: boolean;
  /**
   * For a read whose handler answers the very same, never changing object to everybody of a kind (a catalogue that the
   * area keeps): its text is checked, written and compressed once for as long as the area holds on to the object.
   */
  readonly keepsText?: boolean;
  /** A file instead of the envelope, streamed: its media type. */
  readonly answersFile?: string;
  /** Takes a file in the field `file` (protocol/file.ts), as a form; it is forgotten unless the handler keeps it. */
  readonly takesFile?: TakesFile;
}

/** A page of the portal, named by its key in the contract. */
export interface PageSpec {
  /** Below `/{locale}`, without a leading slash; parameters as `{id:int}` or `{hash}`. The dashboard is ''. */
  readonly path: string;
  /** Query parameters that the page reads. */
  readonly query?: readonly string[];
  readonly gate?: GateAction;
  /** Message id of its title. */
  readonly title: string;
  /** Where the frame's navigation shows it; absent: nowhere. */
  readonly group?: 'accounts' | 'money' | 'invest' | 'rewards' | 'learn' | 'tools' | 'support';
}

/** A page of the staff's desk, named by its key in the contract. Who may not read what it shows is told so by its calls. */
export interface DeskPageSpec {
  /** Below `/desk`, without a leading slash; parameters as of a page of the portal. The desk's first page is ''. */
  readonly path: string;
  /** Query parameters that the page reads. */
  readonly query?: readonly string[];
  /** Message id of its title. */
  readonly title: string;
  /** What it shows is for those who have this right; absent: for everybody, also who is not signed in. */
  readonly right?: StaffRight;
}

export interface Contract {
  readonly area: string;
  /** What the names of its operations begin with, where that is not the area: outside programs keep the name that they know. */
  readonly operations?: string;
  readonly calls: Readonly<Record<string, CallSpec>>;
  readonly forms?: Readonly<Record<string, FormSpec>>;
  readonly pages?: Readonly<Record<string, PageSpec>>;
  readonly deskPages?: Readonly<Record<string, DeskPageSpec>>;
}

/** Declares a contract, keeping every literal. */
export function contract<const Declared extends Contract>(declared: Declared): Declared {
  return declared;
}

/** The name of a call in the OpenAPI document, in counts and beside kept answers, such as `remittance.process`. */
export function operationId({ area, operations = area }: Pick<Contract, 'area' | 'operations'>, call: string): string {
  return `${operations}.${call}`;
}

/** Who is calling, as the session tells. */
export interface ClientIdentity {
  readonly id: ClientId;
  readonly sid: string;
  readonly companyId: number;
  readonly profile: ClientProfile;
}

/** Which member of staff is calling, as the desk's session tells. */
export interface StaffIdentity {
  readonly id: StaffId;
  readonly sid: string;
  readonly email: string;
  /** The local part of the address, as the audit knows them. */
  readonly actor: string;
  readonly name: string;
  readonly role: StaffRole;
}

/** What a call changes it tells as a change, but for those that ask for no reason either (sign-out, claim and release). */
type ActOf<Spec extends CallSpec> = Spec['method'] extends 'GET' ? Act : Spec['takesReason'] extends false ? Act : Change;

interface StaffContext<Told> {
  readonly staff: StaffIdentity;
  /** Writes the audit event that the call declares in `audits`; inside a transaction of the handler's own when one is given. */
  readonly record: (act: Told, sql?: Sql) => Promise<void>;
}

/** Something that happened, written with the transaction and told after its commit. */
export interface Event {
  readonly topic: string;
  /** The fact's name: a second event with the same key is dropped. */
  readonly key?: string;
  readonly clientId?: ClientId;
  /** JSON; amounts as decimal strings. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Application time from which it is due; now when left out. */
  readonly dueAt?: Date;
}

/** What every handler gets, besides its input. */
export interface BaseContext<Code extends string> {
  /** Application time at the start of the call. */
  readonly now: Date;
  readonly language: LanguageKey;
  readonly settings: Settings;
  /** The caller's address and agent, for sessions and the audit. */
  readonly origin: { readonly address: string; readonly agent: string; readonly isSecure: boolean } & Located;
  /** The version of the site that the caller came in by; undefined where the broker has named none. */
  readonly site: Site | undefined;
  /** The Idempotency-Key header, when the caller sent one. */
  readonly key: string | undefined;
  /** Ends the call with a declared code; the sentence comes from the catalog. */
  readonly refuse: (code: Code, detail?: RefusalDetail) => never;
  /** A cookie that the caller sent. */
  readonly readCookie: (name: string) => string | undefined;
  /** Sets or clears a cookie of the answer. */
  readonly cookie: (cookie: Cookie) => void;
}

export interface Cookie {
  readonly name: string;
  /** Null clears it. */
  readonly value: string | null;
  readonly maxAgeSeconds?: number;
  readonly isHttpOnly: boolean;
}

interface TransactionContext {
  readonly sql: Sql;
  /** Writes an event into the outbox, in the same transaction. */
  readonly tell: (event: Event) => Promise<void>;
}

interface SagaContext {
  /** For statements that stand alone. */
  readonly sql: Sql;
  readonly transact: Transact;
  /** Writes an event into the outbox, in the transaction given. */
  readonly tellIn: (sql: Sql, event: Event) => Promise<void>;
}

interface ReadContext {
  readonly sql: Sql;
}

interface RunContexts {
  readonly read: ReadContext;
  readonly transaction: TransactionContext;
  readonly saga: SagaContext;
}

/** The context of one call: what it runs in and who calls follow from its declaration. */
export type ContextOf<Spec extends CallSpec> = BaseContext<Extract<keyof Spec['errors'], string>> &
  RunContexts[Spec['runs']] &
  (Spec['who'] extends 'client' ? { readonly client: ClientIdentity } : unknown) &
  (Spec['who'] extends 'staff' ? StaffContext<ActOf<Spec>> : unknown);

/** A handler's answer when its call streams a file instead of an envelope. */
export interface FileAnswer {
  readonly fileName: string;
  readonly mediaType?: string;
  readonly body: AsyncIterable<Uint8Array>;
}

type AnswerOf<Spec extends CallSpec> = Spec['answersFile'] extends string ? FileAnswer : z.input<Spec['output']>;

/** One handler a call: a forgotten one, a wrong answer or an undeclared code does not compile. */
export type Handlers<Declared extends Contract> = {
  readonly [Name in keyof Declared['calls']]: (
    input: z.output<Declared['calls'][Name]['input']>,
    context: ContextOf<Declared['calls'][Name]>,
  ) => Promise<AnswerOf<Declared['calls'][Name]>>;
};

/** What a job of the worker gets, besides the event's payload. */
export interface JobContext {
  readonly now: Date;
  readonly settings: Settings;
  readonly sql: Sql;
  readonly transact: Transact;
  /** Writes an event into the outbox, in the transaction given. */
  readonly tellIn: (sql: Sql, event: Event) => Promise<void>;
  /**
   * Makes topics stale in the client's browsers; without a client, in everybody's. A sweep waits for it to be told; what a
   * handler of `on` makes stale is told with its end, in the commit that marks its event as done.
   */
  readonly stale: (clientId: ClientId | undefined, topics: readonly Topic[]) => Promise<void>;
}

export interface JobEvent {
  readonly id: bigint;
  readonly topic: string;
  readonly clientId: ClientId | undefined;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly attempts: number;
}

/**
 * An area's work without a caller. `on`: handlers of outbox topics (at least once, so each is idempotent; a thrown
 * error is tried again later, with growing delays). `every`: sweeps, which come by after so many seconds of wall time.
 */
export interface Jobs {
  readonly on?: Readonly<Record<string, (event: JobEvent, context: JobContext) => Promise<void>>>;
  readonly every?: readonly {
    readonly name: string;
    readonly seconds: number;
    /**
     * Which time says what is due. By `application` time, it also comes by when the sandbox's clock was moved, before the
     * mover is answered; by `wall` time, a moved clock makes nothing due.
     */
    readonly dueBy: 'application' | 'wall';
    readonly run: (context: JobContext) => Promise<void>;
  }[];
}
