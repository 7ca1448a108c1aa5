import { z } from 'zod';
import type { Say, Wording } from '../../base/wording.ts';
import { languageFor } from '../../law/languageChoice.ts';
import { languages, type LanguageKey } from '../../law/languages.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { isCompanyId } from '../../law/regions/profile.ts';
import type { Push, PushAnswer } from '../../ports/push/port.ts';
import type { JobContext, JobEvent } from '../../protocol/call.ts';
import { paramsOf, type NoticeType, type NoticeTypes } from '../../protocol/notice.ts';
import { pagePath } from '../../protocol/paths.ts';
import { addresseeOf, dropPushById, pushById, pushesOf } from './store.ts';

export interface Needs {
  readonly push?: Push | undefined;
  readonly words: { in(language: LanguageKey): Say };
  readonly noticeTypes: NoticeTypes;
}

/** What `post.push` carries: first the notice alone, then once for each browser. */
const pushSchema = z.object({
  type: z.custom<NoticeType>((value) => typeof value === 'string'),
  values: z.custom<Wording>((value) => typeof value === 'object' && value !== null),
  browser: z.string().optional(),
  /** Of the notice's own event: what browsers know it by. */
  of: z.string().optional(),
});
type Pushed = z.infer<typeof pushSchema>;

/** Whoever looks at a browser later than this reads it in the portal: prices have moved on. */
const keepSeconds = 4 * 3600;
/** A push service that does not take it within some hours is not asked any more. */
const maxAttempts = 60;

/** Why a message to a browser is given up; undefined: nothing is left to be done. */
export async function pushOut(app: Needs, event: JobEvent, context: JobContext): Promise<string | undefined> {
  const { push } = app;
  const { clientId } = event;
  if (push === undefined || clientId === undefined) return undefined;
  const told = pushSchema.parse(event.payload);
  if (told.browser === undefined) return tellEach(told, event, context);
  if (event.attempts > maxAttempts) return 'too_many_attempts';
  const to = await pushById(context.sql, { clientId, id: BigInt(told.browser) });
  const text = to && (await writtenFor(app, told, { event, context }));
  if (!to || text === undefined) return undefined;
  const { endpoint, p256dh, auth } = to;
  const name = `notice-${told.of ?? ''}`;
  return heard(await push.send({ to: { endpoint, p256dh, auth }, text, keepSeconds, name }), { event, context, id: to.id });
}

/** Each browser is told by an event of its own: one whose push service is away keeps no other waiting. */
async function tellEach({ type, values }: Pushed, { id, clientId }: JobEvent, context: JobContext): Promise<undefined> {
  if (clientId === undefined) return;
  await context.transact(async (sql) => {
    for (const { id: browser } of await pushesOf(sql, clientId))
      await context.tellIn(sql, {
        topic: 'post.push',
        key: `pushed:${id}:${browser}`,
        clientId,
        payload: { type, values, browser: String(browser), of: String(id) },
      });
  });
}

interface Sending {
  readonly event: JobEvent;
  readonly context: JobContext;
}

/** What the browser's worker shows (`web/pushed.worker.ts`), in the client's language. */
async function writtenFor(
  { words, noticeTypes }: Needs,
  { type, values, of }: Pushed,
  { event: { clientId }, context }: Sending,
): Promise<string | undefined> {
  const row = clientId === undefined ? undefined : await addresseeOf(context.sql, clientId);
  if (!row || !isCompanyId(row.company_id)) return undefined;
  const region = regionProfileOf({ company: row.company_id, country: row.country });
  const language = languageFor({ cookie: row.language, reading: region });
  const { brand } = context.settings;
  const say = words.in(language);
  const filled = { brand: brand.name, ...values };
  const target = noticeTypes[type]?.target;
  const params = target && paramsOf(target, values);
  const { tag, direction } = languages[language];
  return JSON.stringify({
    title: say(`notice.${type}.title`, filled),
    text: say(`notice.${type}.text`, filled),
    path: target && params ? pagePath({ page: target.page, language, brand: brand.key, params }) : `/${language}`,
    name: `notice-${of ?? ''}`,
    language: tag,
    direction,
  });
}

/** Sent again what may not have arrived: a browser shows one of a name only once. A browser that is gone is forgotten. */
async function heard(answer: PushAnswer, { context, id }: Sending & { readonly id: bigint }): Promise<string | undefined> {
  if (answer.outcome === 'later' || answer.outcome === 'unknown')
    throw new Error(`post.push ${answer.outcome}: ${answer.reason}`);
  if (answer.outcome === 'gone') await dropPushById(context.sql, id);
  return answer.outcome === 'refused' ? 'refused' : undefined;
}
