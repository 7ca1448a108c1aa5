import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Clock } from '../base/time.ts';
import type { LanguageKey } from '../law/languages.ts';
import type { Settings } from '../law/settings.ts';
import type { Book } from '../ledger/book.ts';
import type { Jobs, PageSpec } from '../wire/call.ts';
import type { Outside } from './outside.ts';
import type { ClientNews, ServedArea } from './serve/parts.ts';
import type { LiveSession, Sessions } from './session.ts';
import type { ServerWords } from './words.ts';

/** What an area may ask to be handed; each names in its own `Needs` only what it uses. */
export interface House extends Omit<Outside, 'close'> {
  readonly book: Book;
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** Where browsers reach the portal, without a slash at the end. */
  readonly publicUrl: string;
  readonly words: ServerWords;
  readonly settings: () => Settings;
  readonly log: FastifyBaseLogger;
}

/** An outside party's message to us: raw bytes in, the answer it expects out. */
export interface Webhook {
  readonly path: string;
  handle(
    raw: Buffer,
    headers: FastifyRequest['headers'],
  ): Promise<{ status: number; headers: Readonly<Record<string, string>>; body: string }>;
}

export interface Areas {
  readonly served: readonly ServedArea[];
  readonly jobs: readonly Jobs[];
  readonly webhooks: readonly Webhook[];
  /** What rides along on answers when it has changed. */
  readonly news: (session: LiveSession, language: LanguageKey) => Promise<ClientNews>;
}

/** Every area, handed what it needs. A new area is a line in each list it has a part in. */
export function openAreas(_house: House): Areas {
  return { served: [], jobs: [], webhooks: [], news: () => Promise.reject(new Error('no area tells news')) };
}

export function pagesOf(areas: Areas): PageSpec[] {
  return areas.served.flatMap(({ contract }) => Object.values(contract.pages ?? {}));
}
