import type { IconName } from '../ui/components/Icon.tsx';
import type { AreaScreens } from '../ui/page/screen.ts';
import type { PageSpec } from '../wire/call.ts';

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
      .slice(0, phoneBarPlaces)
      .map(item),
  };
}

/** The page that a shut gate leads on to (law/gates names it), by its path; undefined while no area has it. */
export function nextPage(areas: readonly AreaScreens[], key: string): PageSpec | undefined {
  const path = nextPaths[key];
  return areas.flatMap(({ screens }) => screens).find(({ page }) => page.path === path)?.page;
}

const nextPaths: Readonly<Record<string, string>> = {
  dashboard: '',
  documents: 'documents',
  appropriateness_test: 'profile/appropriateness-test',
  withdraw: 'withdraw',
  support: 'support/enquiry-form',
  move_to_another_company: 'move-to-another-company',
};
