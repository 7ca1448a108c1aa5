import type { FastifyBaseLogger } from 'fastify';
import type { followEnrolled } from '../../areas/documents/face.ts';
import type { Engine } from '../../areas/payments/context.ts';
import type { isStrategyOn } from '../../areas/strategies/face.ts';
import type { hasOpeningOnWay } from '../../areas/trading/face.ts';
import type { Database } from '../../base/sql.ts';
import type { Clock } from '../../base/time.ts';
import type { Settings } from '../../settings/index.ts';
import type { NoticeTypes } from '../../protocol/notice.ts';
import type { Confirming } from '../../protocol/questionnaire.ts';
import type { Book } from '../../ledger/book.ts';
import type { OpenStreams } from '../live/openStreams.ts';
import type { Sessions } from '../live/session.ts';
import type { countExactly, giveBack } from '../serve/limits.ts';
import type { ServerWords } from '../serve/words.ts';
import type { Outside } from './outside.ts';
import type { changeSetting, loadSettings, pastChangesOf } from './settings.ts';
import type { StaffSessions } from '../live/staffSession.ts';
import type { Vault } from './vault.ts';

/** What an area may ask to be handed; each names in its own `Needs` only what it uses. */
export interface AppContext extends Omit<Outside, 'close'> {
  readonly database: Database;
  readonly book: Book;
  /** What moves money, once a process: saves of one movement that arrive together share one drive. */
  readonly engine: Engine;
  readonly sessions: Sessions;
  readonly staffSessions: StaffSessions;
  /** Keeps the secrets of staff's authenticator apps. */
  readonly vault: Vault;
  /** Whether staff sign in with a second factor. */
  readonly asksSecondFactor: boolean;
  /** What the broker has changed without a release, and how that is changed. */
  readonly brokerSettings: {
    readonly load: typeof loadSettings;
    readonly change: typeof changeSetting;
    readonly history: typeof pastChangesOf;
  };
  readonly clock: Clock;
  /** Where browsers reach the portal, without a slash at the end. */
  readonly publicUrl: string;
  readonly words: ServerWords;
  /** Everything that a client is told of, by the name of its type. */
  readonly noticeTypes: NoticeTypes;
  /** Browsers' open streams, for what is pushed over them and never stored. */
  readonly openStreams: OpenStreams;
  /** The cookie that holds a session's secret. */
  readonly cookieName: string;
  /** The cookie that holds a session's secret of the desk. */
  readonly staffCookieName: string;
  /** The cookie by which a browser is known again. */
  readonly deviceCookieName: string;
  /** The cookie of a sign-up that is not finished yet. */
  readonly registrationCookieName: string;
  readonly settings: () => Settings;
  /** What orders know of an account. */
  readonly orders: { readonly hasOpeningOnWay: typeof hasOpeningOnWay };
  /** What strategies know of an account. */
  readonly strategies: { readonly isStrategyOn: typeof isStrategyOn };
  /** The yearly confirmation and the questions about risk stand on the test at whose address they are answered, so they are handed in. */
  readonly confirming: Confirming;
  /** What follows from a client's papers once the registration is complete, on which papers stand themselves. */
  readonly papers: { readonly followEnrolled: typeof followEnrolled };
  /** Exact counts over every process. */
  readonly limits: { readonly count: typeof countExactly; readonly giveBack: typeof giveBack };
  readonly log: FastifyBaseLogger;
}
