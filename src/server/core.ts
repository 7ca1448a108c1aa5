import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Settings } from '../law/settings.ts';
import type { ApplicationClock } from './clock.ts';
import type { Config } from './config.ts';
import type { OpenDatabase } from './database/open.ts';
import type { Reach } from './database/reach.ts';
import type { Sessions } from './session.ts';
import type { LiveSettings } from './settings.ts';
import type { ServerWords } from './words.ts';

/** What is opened first and everything else is opened with. */
export interface Core {
  readonly config: Config;
  readonly log: Logger;
  readonly database: OpenDatabase;
  readonly reach: Reach;
  readonly clock: ApplicationClock;
  readonly settings: LiveSettings;
  readonly current: () => Settings;
  readonly app: FastifyInstance;
  readonly sessions: Sessions;
  readonly isSecure: boolean;
  readonly closers: Closers;
  readonly words: ServerWords;
  /** The name under which this process holds what it works on. */
  readonly processId: string;
  readonly progress: (text: string) => void;
}

/** What closes what was opened, last opened first. */
export type Closers = (() => Promise<void> | void)[];
