import type { GateAction } from '../law/gates.ts';
import type { PageSpec } from './call.ts';
import type { PathParams, ParamsOf } from './paths.ts';

/** How much a notice matters (document 3 §3). */
export type NoticeLevel = 'success' | 'processing' | 'error' | 'warning' | 'info';

/**
 * Where a client is told something. What is not told on the screen is a message alone, such as a PIN. `push`: in the browsers that the
 * client has allowed, by the words of the screen.
 */
export type NoticeChannel = 'screen' | 'mail' | 'sms' | 'push';

/** A type of notice, declared once, by the area whose fact it tells. */
export interface NoticeSpec {
  readonly level: NoticeLevel;
  readonly channels: readonly NoticeChannel[];
  /** The page that it leads to; absent where there is nothing more to see. */
  readonly target?: NoticeTarget;
  /** `once`: shown by a browser one time only. Left out: for as long as it is open. */
  readonly display?: 'once' | 'always';
  /** False: it goes away only when its reason does. Left out, the client may close it. */
  readonly isClosable?: boolean;
  /** `api`: kept by the server, which is told when it is closed. `local`: the browser's own. Left out: `api`. */
  readonly direction?: 'api' | 'local';
  /** Seen only by a client to whom all of these are open. */
  readonly gates?: readonly GateAction[];
  /** Pages that say the same themselves: there it is not shown. */
  readonly hiddenOn?: readonly PageSpec[];
  // Document 3 §4 has it for `deposit_suggestion`, of which no document says when it is told: so there is the rule and no such type.
  /** Shown only where it is about an account of that group. */
  readonly onlyFor?: 'live' | 'demo';
  /** Its status is `decline` while a notice of that type is open too. */
  readonly declinedBeside?: string;
  /** A letter has words of its own, `mail.<type>.subject` and `mail.<type>.text`; else it says what the notice says. */
  readonly letter?: 'own';
  /** A letter's link says what it leads to, `mail.<type>.link`; else it leads to the portal. */
  readonly link?: 'own';
  /** A text message or a call has words of its own, `sms.<type>.text`; else it says what the notice says. */
  readonly text?: 'own';
}

/** A page, and for each place of its path the name of the notice's value that stands there. */
export interface NoticeTarget {
  readonly page: PageSpec;
  readonly params: Readonly<Record<string, string>>;
}

type ParamNames<Path extends string> =
  unknown extends ParamsOf<Path> ? [] : [params: { readonly [Name in keyof ParamsOf<Path>]: string }];

/** Where a notice leads: `leadsTo(pageLinks.transfer, { id: 'id' })`. A page with places does not compile without them. */
export function leadsTo<const Page extends PageSpec>(page: Page, ...[params]: ParamNames<Page['path']>): NoticeTarget {
  return { page, params: params ?? {} };
}

/** The places of the target's path, filled with what the notice tells; undefined where a value is missing. */
export function paramsOf(target: NoticeTarget, values: Readonly<Record<string, unknown>>): PathParams | undefined {
  const filled: Record<string, string | number> = {};
  for (const [place, name] of Object.entries(target.params)) {
    const value = values[name];
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    filled[place] = value;
  }
  return filled;
}

/** Declares an area's types of notices: each then knows its own name. */
export function notices<const Declared extends Readonly<Record<string, NoticeSpec>>>(declared: Declared): Named<Declared> {
  return Object.fromEntries(Object.entries(declared).map(([type, spec]) => [type, { ...spec, type }])) as Named<Declared>;
}

type Named<Declared> = { readonly [Type in keyof Declared]: Declared[Type] & { readonly type: Type } };

/** All types of notices by their names, as `server/noticeTypes.ts` joins them. */
export type NoticeTypes = Readonly<Record<string, NoticeSpec>>;

/**
 * The compiler's list of all types: `server/noticeTypes.ts` fills it in, so that this room need not take any area. A type
 * that is not joined there cannot be told.
 */
export interface NoticeRegister {}

type Registered = NoticeRegister extends { readonly types: infer Types } ? Types : NoticeTypes;

/** The name of a type of notices, or of a message. */
export type MessageType = Extract<keyof Registered, string>;
/** Those that are shown on the screen: they have the sentences `notice.<type>.title` and `notice.<type>.text`. */
export type NoticeType = { [Type in MessageType]: 'screen' extends ChannelsOf<Type> ? Type : never }[MessageType];
export type OwnLetterType = {
  [Type in MessageType]: Registered[Type] extends { readonly letter: 'own' } ? Type : never;
}[MessageType];
export type OwnLinkType = {
  [Type in MessageType]: Registered[Type] extends { readonly link: 'own' } ? Type : never;
}[MessageType];
export type OwnTextType = {
  [Type in MessageType]: Registered[Type] extends { readonly text: 'own' } ? Type : never;
}[MessageType];

type ChannelsOf<Type extends MessageType> = Registered[Type] extends { readonly channels: readonly (infer Channel)[] }
  ? Channel
  : never;

/** A type that some area has declared and that is shown on the screen. */
export type DeclaredNotice = NoticeSpec & { readonly type: NoticeType };
