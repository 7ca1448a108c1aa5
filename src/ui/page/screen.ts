import type { ComponentType, ReactNode } from 'react';
import type { Interposed } from '../../law/interposed.ts';
import type { CallSpec, PageSpec } from '../../protocol/call.ts';
import type { DocumentFoot } from '../../protocol/document.ts';
import type { everyPageQuery, ParamsOf } from '../../protocol/paths.ts';
import type { Api } from '../api/send.ts';
import type { IconName } from '../components/Icon.tsx';
import type { Words } from '../words/words.ts';
import type { Target } from './Link.tsx';

/** What a screen is given: the path's parameters and the query, both as its page declares them. */
export interface ScreenProps<Page extends PageSpec = PageSpec> {
  readonly params: ParamsOf<Page['path']>;
  readonly query: Readonly<Partial<Record<QueryName<Page>, string>>>;
}

type QueryName<Page extends PageSpec> =
  | (Page['query'] extends readonly (infer Name extends string)[] ? Name : never)
  | (typeof everyPageQuery)[number];

/** Where the frame shows a page. */
export interface NavigationEntry {
  readonly icon: IconName;
  /** Order within its group, ascending. */
  readonly order: number;
  /** Stands in the phone's bottom bar. */
  readonly isOnPhoneBar?: boolean;
  /** Its short name in the navigation and in search: a message id of the shell's catalog, 'nav.…'. */
  readonly label: string;
}

/** A page bound to its screen, which is loaded when first opened. */
export interface Screen {
  readonly page: PageSpec;
  readonly load: () => Promise<{ readonly default: ComponentType<{ readonly params: never; readonly query: never }> }>;
  readonly place?: NavigationEntry;
  /** The read without input that the screen begins with: asked for while its scripts are on their way. */
  readonly begins?: BeginningRead;
}

export type BeginningRead = Pick<CallSpec, 'method' | 'path' | 'query' | 'input' | 'output' | 'reads'>;

/** What stands over the page is given the dialog to draw itself in, and how it ends. */
export interface OverProps {
  readonly frame: ComponentType<OverFrame>;
  /** It has been dealt with, or put off: the mobile app is told by that word where the page was opened for it. */
  readonly onEnd: (mobileAppAction: string) => void;
  /** The server has ended the session with its answer: what stands here is to be read before one is led away. */
  readonly onEnded: () => void;
  /** Signs out, and leads to another address than the sign-in where one is named. */
  readonly signOut: (to?: string) => Promise<void>;
}

export interface OverFrame {
  readonly title: string;
  readonly children: ReactNode;
  /** Closing is asked for; left out, there is no button that closes it. */
  readonly onAsk?: (() => void) | undefined;
  readonly bar?: ReactNode;
  readonly size?: 'medium' | 'wide';
}

/** A page of the entrance, where nobody is signed in. */
export interface EntranceProps {
  /** Solves a captcha by itself where a call asks for one. */
  readonly api: Api;
  /** Somebody has come to be signed in: on to the portal. */
  readonly enter: (signedIn: { readonly token: string; readonly who: string }) => void;
  /** What has to stand at the foot as soon as the company is known. */
  readonly onFoot: (foot: DocumentFoot | undefined) => void;
}

/** An area's screens and the catalogs that they speak from, beside those of the frame. */
export interface AreaScreens {
  readonly area: string;
  readonly words: readonly string[];
  readonly screens: readonly Screen[];
  /** What of the area stands over the page after sign-in, loaded when it is due. */
  readonly over?: Readonly<Partial<Record<Interposed, () => Promise<{ readonly default: ComponentType<OverProps> }>>>>;
  /** Pages of the entrance by their path below the locale, loaded when they are opened. */
  readonly entrance?: Readonly<Record<string, () => Promise<{ readonly default: ComponentType<EntranceProps> }>>>;
  /** What the search over the whole portal finds here, beside the pages; at most ten, the best first. */
  readonly find?: (search: FindQuestion) => Promise<readonly Found[]>;
}

export interface FindQuestion {
  readonly api: Api;
  /** As typed, trimmed, at least two characters. */
  readonly text: string;
  readonly words: Words;
}

/** One thing that a search found. */
export interface Found {
  readonly key: string;
  readonly title: string;
  readonly detail?: string;
  readonly icon: IconName;
  readonly to: Target;
}

/**
 * Binds a screen to its page: `screen(accountsContract.pages.details, () => import('./screens/Details.tsx'))`. The module's
 * default export is the screen; its props are `ScreenProps<typeof accountsContract.pages.details>`, which is checked here.
 */
export function screen<Page extends PageSpec>(
  page: Page,
  load: () => Promise<{ readonly default: ComponentType<ScreenProps<Page>> }>,
  place?: NavigationEntry,
): Screen {
  // The router gives each screen exactly what its page declares, so the narrower props are what it will get.
  return { page, load: load as unknown as Screen['load'], ...(place === undefined ? {} : { place }) };
}
