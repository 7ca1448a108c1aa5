import type { IconName } from '../ui/components/Icon.tsx';
import type { AreaScreens } from '../ui/page/screen.ts';
import type { Opening } from '../ui/page/Link.tsx';
import type { GateCode } from '../law/gates.ts';
import type { NextPage } from '../law/nextPages.ts';
import { pageLinks } from '../protocol/pageLinks.ts';
import type { PageSpec } from '../protocol/call.ts';
import type { ClientInfo } from '../protocol/envelope.ts';

/** The rail's groups in their order; a group without a page does not show. */
export const groups = ['accounts', 'money', 'invest', 'rewards', 'learn', 'tools', 'support'] as const;
export type Group = (typeof groups)[number];

export interface NavigationItem {
  readonly page: PageSpec;
  readonly icon: IconName;
  /** Message id. */
  readonly label: string;
}

export interface Navigation {
  /** The dashboard, above all groups. */
  readonly home: readonly NavigationItem[];
  readonly groups: readonly { readonly group: Group; readonly items: readonly NavigationItem[] }[];
  /** At most four, beside "More". */
  readonly phoneBar: readonly NavigationItem[];
}

const phoneBarPlaces = 4;

/** Only pages that exist: what the areas bind to a place is all there is. */
export function navigationOf(areas: readonly AreaScreens[]): Navigation {
  const placed = areas
    .flatMap(({ screens }) => screens)
    .flatMap(({ page, place }) => (place === undefined ? [] : [{ page, place }]))
    .sort((first, second) => first.place.order - second.place.order);
  const item = ({ page, place }: (typeof placed)[number]): NavigationItem => ({ page, icon: place.icon, label: place.label });
  return {
    home: placed.filter(({ page }) => page.group === undefined).map(item),
    groups: groups
      .map((group) => ({ group, items: placed.filter(({ page }) => page.group === group).map(item) }))
      .filter(({ items }) => items.length > 0),
    phoneBar: placed
      .filter(({ place }) => place.isOnPhoneBar)
      .sort((first, second) => groupOrder(first.page) - groupOrder(second.page))
      .slice(0, phoneBarPlaces)
      .map(item),
  };
}

/** The dashboard comes before all groups. */
function groupOrder({ group }: PageSpec): number {
  return groups.findIndex((each) => each === group);
}

/**
 * What of it a client is offered. Whoever may look around sees every page: one that is refused says why, and what to do next.
 * Whoever may not look at anything (the lock on papers, document 2 §6) is offered what is left and not a rail of refusals. What
 * nothing opens, since it is not offered where the client lives, is left out for everybody.
 */
export function navigationFor(navigation: Navigation, gates: ClientInfo['gates'] | undefined): Navigation {
  if (!gates) return navigation;
  const isOpen = ({ page }: NavigationItem): boolean => {
    const shut = page.gate === undefined ? null : gates[page.gate];
    return !shut || (!gates.view && !offeredNowhere.has(shut.code));
  };
  return {
    home: navigation.home.filter(isOpen),
    groups: navigation.groups
      .map(({ group, items }) => ({ group, items: items.filter(isOpen) }))
      .filter(({ items }) => items.length > 0),
    phoneBar: navigation.phoneBar.filter(isOpen),
  };
}

const offeredNowhere: ReadonlySet<string> = new Set<GateCode>(['gold_not_available_here', 'signals_not_available_here']);

/** Where a shut gate leads on to (law/gates), under its short name. Undefined while no area has it. */
export function openerOf(areas: readonly AreaScreens[], next: NextPage): Opening | undefined {
  // Document 2 §1: a popup over the page that one is on, and no page of its own; `step2` opens it.
  if (next === 'registration_step2') return { to: { page: pageLinks.home, query: { step2: '1' } }, label: 'shell.secondStep' };
  const path = nextPaths[next];
  const page = areas.flatMap(({ screens }) => screens).find((screen) => screen.page.path === path)?.page;
  return page && { to: { page }, label: pageLabel(areas, page) };
}

/** Where a bare 403 on a page leads: on deposit pages to the deposits list; undefined: it is the 404 page (document 1 §4). */
export function deniedLeadsTo(page: PageSpec): PageSpec | undefined {
  return page.path.startsWith(`${pageLinks.deposit.path}/`) ? pageLinks.deposit : undefined;
}

/** The short name of a page; only a page with a place has one in the shell's catalog, which is there everywhere. */
function pageLabel(areas: readonly AreaScreens[], page: PageSpec): string {
  return areas.flatMap(({ screens }) => screens).find((screen) => screen.page.path === page.path)?.place?.label ?? page.title;
}

/** Every page that a gate names has a row here, so that none is forgotten when it is built. */
const nextPaths: Readonly<Record<Exclude<NextPage, 'registration_step2'>, string>> = {
  dashboard: '',
  documents: 'documents',
  appropriateness_test: 'profile/appropriateness-test',
  wake: 'profile/wake',
  withdraw: 'withdraw',
  support: 'support/enquiry-form',
};
