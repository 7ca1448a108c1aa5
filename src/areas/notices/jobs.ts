import { z } from 'zod';
import type { Said, Say } from '../../base/wording.ts';
import { isLanguageKey, languages, type LanguageKey } from '../../law/languages.ts';
import { languageFor, languagesOffered } from '../../law/languageChoice.ts';
import { homeProfileOf, regionProfileOf } from '../../law/regions/index.ts';
import { companyIds, isCompanyId } from '../../law/regions/profile.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Mail } from '../../ports/mail/port.ts';
import type { Sms } from '../../ports/sms/port.ts';
import type { JobContext, JobEvent, Jobs } from '../../protocol/call.ts';
import type { MessageType, NoticeTypes } from '../../protocol/notice.ts';
import { pushOut, type Needs as PushNeeds } from './pushing.ts';
import { writeLetter, writeText, type Message } from './letters.ts';
import { addresseeOf, forgetSecret } from './store.ts';

export interface Needs extends PushNeeds {
  readonly mail: Mail;
  readonly sms: Sms;
  readonly words: { in(language: LanguageKey): Say };
  readonly publicUrl: string;
  readonly noticeTypes: NoticeTypes;
}

/** A value of a sentence as the outbox keeps it. */
const said: z.ZodType<Said> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.object({ amount: z.string(), currency: z.string() }),
    z.object({ phrase: z.string(), values: z.record(z.string(), said).optional() }),
  ]),
);

/** What `post.mail` and `post.sms` carry. Without `to`, it goes to the client of the event, in that client's language. */
const letterSchema = z.object({
  type: z.custom<MessageType>((value) => typeof value === 'string'),
  values: z.record(z.string(), said).optional(),
  channel: z.enum(['email', 'sms', 'voice']).optional(),
  to: z.string().optional(),
  language: z.custom<LanguageKey>((value) => typeof value === 'string' && isLanguageKey(value)).optional(),
  company: z.literal(companyIds).optional(),
  /** The page that the letter's link leads to, below the language; left out: the first. It may hold a secret. */
  path: z.string().max(300).optional(),
  /** Values and page are forgotten once it is sent. */
  isSecret: z.boolean().optional(),
  /** Later than this it would help nobody. */
  until: z.iso.datetime().optional(),
});
type Letter = z.infer<typeof letterSchema>;

/** A letter that a provider has not taken after so many tries (about a day) is given up. */
const maxAttempts = 300;

export const jobs = (app: Needs): Jobs => ({
  on: {
    'post.mail': (event, context) => post(app, event, context),
    'post.sms': (event, context) => post(app, event, context),
    'post.push': (event, context) => push(app, event, context),
  },
});

/** A browser is told at least once; it shows what comes twice only once. */
async function push(app: Needs, event: JobEvent, context: JobContext): Promise<void> {
  const code = await pushOut(app, event, context);
  const type = event.payload['type'] as MessageType;
  if (code !== undefined) await giveUp({ post: { type }, event, context }, code);
}

interface Posting {
  readonly post: Letter;
  readonly event: JobEvent;
  readonly context: JobContext;
}

/** Sends one message. The outbox tries again what was not surely refused; a second copy does less harm than none. */
async function post(app: Needs, event: JobEvent, context: JobContext): Promise<void> {
  const parsed = letterSchema.parse(event.payload);
  if (!Object.hasOwn(app.noticeTypes, parsed.type)) throw new Error(`no area declares the message ${parsed.type}`);
  const posting: Posting = { post: parsed, event, context };
  if (parsed.values === undefined) return;
  if (parsed.until !== undefined && new Date(parsed.until) <= context.now) return giveUp(posting, 'too_late');
  if (event.attempts > maxAttempts) return giveUp(posting, 'too_many_attempts');
  const addressee = await addresseeFor(posting);
  if (!addressee) return giveUp(posting, 'nobody_to_send_to');
  const answer = await send(app, posting, addressee);
  if (answer.outcome === 'refused') return giveUp(posting, answer.code);
  if (answer.outcome !== 'sent') throw new Error(`${event.topic} ${answer.outcome}: ${answer.reason}`);
  if (parsed.isSecret) await forgetSecret(context.sql, event.id);
}

interface Reached {
  readonly to: string;
  readonly language: LanguageKey;
  readonly region: Message['region'];
}

async function addresseeFor({ post: { to, language, company }, event, context }: Posting): Promise<Reached | undefined> {
  const row = event.clientId === undefined ? undefined : await addresseeOf(context.sql, event.clientId);
  const reached = to ?? (event.topic === 'post.mail' ? row?.email : row?.mobile_phone);
  const home = company ?? row?.company_id;
  if (!reached || !isCompanyId(home)) return undefined;
  const region = row ? regionProfileOf({ company: home, country: row.country }) : homeProfileOf(home);
  const isOffered = language !== undefined && languagesOffered(region).includes(language);
  return { to: reached, language: isOffered ? language : languageFor({ cookie: row?.language, reading: region }), region };
}

type Answer =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'refused'; readonly code: string }
  | { readonly outcome: 'later' | 'unknown'; readonly reason: string };

async function send(app: Needs, { post: order, event, context }: Posting, reached: Reached): Promise<Answer> {
  const { to, language, region } = reached;
  const { brand } = context.settings;
  const { publicUrl, noticeTypes: types } = app;
  const { type, path, values = {} } = order;
  const message: Message = { type, types, values, path, language, region, brand, publicUrl };
  const say = app.words.in(language);
  const locale = languages[language].tag;
  if (event.topic === 'post.sms') {
    const channel = order.channel === 'voice' ? 'voice' : 'sms';
    return app.sms.send({ channel, to, locale, text: writeText(message, say, channel) });
  }
  return app.mail.send({ id: `outbox-${event.id}`, to, locale, ...writeLetter(message, say) });
}

/** A message that will never arrive leaves a trace, and is not tried again. */
async function giveUp({ post: { type, isSecret }, event, context }: Posting, code: string): Promise<void> {
  await recordAudit(context.sql, {
    actor: { kind: 'system', id: 'notices' },
    action: 'notices.not_sent',
    subject: `outbox:${event.id}`,
    ...(event.clientId === undefined ? {} : { clientId: event.clientId }),
    detail: { topic: event.topic, type, code },
    at: context.now,
  });
  if (isSecret) await forgetSecret(context.sql, event.id);
}
