import type { ComponentType } from 'react';
import type { StaffRight } from '../../law/staff.ts';
import type { AreaScreens } from '../page/screen.ts';

/** What a part on a client's page is told. */
export interface ClientPartProps {
  readonly clientId: string;
}

/** What a part on a case is told. */
export interface CasePartProps {
  /** Its number, and whose it is. */
  readonly id: number;
  readonly clientId: number | null;
  readonly subject: string;
  /** What the queue shows of it. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** Told once something was decided. */
  readonly onDone: () => void;
}

/** What an area shows on a page of another: its own matter, drawn by itself and loaded when it is shown. */
export interface DeskPart<Props> {
  readonly key: string;
  /** Ascending down the page. */
  readonly order: number;
  readonly right: StaffRight;
  readonly load: () => Promise<{ readonly default: ComponentType<Props> }>;
}

/** A section of a client's page. Its title is a message id of the frame's own words, which are there before the area's. */
export type ClientPart = DeskPart<ClientPartProps> & { readonly title: `desk.${string}` };

/** An area at the desk: its screens, and its parts on the pages that gather from all areas. */
export interface DeskArea extends AreaScreens {
  readonly onStart?: DeskPart<object>;
  readonly onClient?: ClientPart;
  /** What can be done about cases of these queues, by whoever has the part's right. */
  readonly onCase?: DeskPart<CasePartProps> & { readonly queues: readonly string[] | 'all' };
}
