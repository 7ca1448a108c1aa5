import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Telling } from '../background/outbox.ts';
import type { Clock } from '../../base/time.ts';
import type { Database } from '../../base/sql.ts';
import type { Reach } from '../database/reach.ts';
import type { Parties } from '../start/parties.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Settings } from '../../settings/index.ts';
import type { CallSpec, Contract, StaffIdentity } from '../../protocol/call.ts';
import type { ClientInfo, Notification } from '../../protocol/envelope.ts';
import type { Exports } from './exports.ts';
import type { Shares } from './shares.ts';
import type { FloodGate } from './limits.ts';
import type { LiveSession, News, Sessions } from '../live/session.ts';
import type { StaffSessions } from '../live/staffSession.ts';
import type { ServerWords } from './words.ts';
import type { Upload, Uploads } from '../uploads/uploads.ts';
import type { KeptTexts } from './kept.ts';
import type { ClientTrace } from './clientTrace.ts';
import type { RefusalTrace } from './trace.ts';

/** A handler as serve sees it: the types were checked where the area wrote it. */
// oxlint-disable-next-line typescript/no-explicit-any -- every area's handlers have types of their own; `satisfies Handlers` holds them.
export type AnyHandler = (input: any, context: any) => Promise<unknown>;

/** An area with a side that answers calls. */
export interface ServedArea {
  readonly contract: Contract;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
}

/** What rides along on answers when it has changed for this browser. */
export interface ClientNews {
  readonly client_info: ClientInfo;
  readonly notifications: readonly Notification[];
  readonly inbox_count: number;
}

export interface ServeParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly staffSessions: StaffSessions;
  /** What is left of refused calls of the desk. */
  readonly trace: RefusalTrace;
  /** What is left of what clients and strangers tried. */
  readonly clientTrace: ClientTrace;
  readonly flood: FloodGate;
  /** Files that are written, one at a time for each caller. */
  readonly exports: Exports;
  /** Reads, a few at a time for each caller. */
  readonly shares: Shares;
  readonly words: ServerWords;
  readonly settings: () => Settings;
  readonly language: (request: FastifyRequest, session: LiveSession | undefined) => LanguageKey;
  readonly news: (session: LiveSession, language: LanguageKey, wanted: Exclude<News, 'none'>) => Promise<Partial<ClientNews>>;
  /** The name under which this process holds the keys of calls under way. */
  readonly processId: string;
  readonly uploads: Uploads;
  readonly telling: Telling;
  readonly reach: Pick<Reach, 'refused'>;
  readonly silentSince: Parties['silentSince'];
  readonly cookieName: string;
  readonly staffCookieName: string;
  readonly isSecure: boolean;
  /** True in tests and development: answers are held to their schema. */
  readonly checksAnswers: boolean;
}

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly spec: CallSpec;
  readonly handler: AnyHandler;
  readonly call: string;
  /** Of a call that `keepsText`. */
  readonly keptTexts: KeptTexts | undefined;
}

export interface Sealed {
  readonly status: number;
  readonly text: string | Buffer;
}

/** One call on its way, after everything that may stop it before its handler. */
export interface Running {
  readonly exchange: Exchange;
  readonly parts: ServeParts;
  readonly session: LiveSession | undefined;
  readonly staff: StaffIdentity | undefined;
  readonly language: LanguageKey;
  readonly input: Record<string, unknown>;
  /** What came with a call that takes a file. */
  readonly upload?: Upload | undefined;
}
