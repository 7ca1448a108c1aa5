import { deskLinks } from '../protocol/deskLinks.ts';
import { deskWayFrom } from '../protocol/deskWays.ts';
import type { WayTo } from '../ui/page/Link.tsx';

export type WaysOn = (code: string | undefined) => WayTo;

/** How a member of staff goes on from a code, with the page that it leads to. */
export const wayOn: WaysOn = (code) => {
  const way = deskWayFrom(code);
  if (typeof way !== 'object') return way;
  const page = deskLinks[way.page];
  return { to: { page }, label: page.title };
};
