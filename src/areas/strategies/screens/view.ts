import { readFilters, strategySorts, type FilterName, type StrategySort } from '../../../law/strategies.ts';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import type { strategiesContract } from '../contract.ts';

/** What the list shows, as the address holds it, so that a view can be kept and sent. */
export interface View {
  readonly list: 'top' | 'all';
  readonly sort: StrategySort;
  /** Undefined: as is usual of what it is sorted by. */
  readonly direction: 'asc' | 'desc' | undefined;
  readonly filters: Readonly<Partial<Record<FilterName, string>>>;
  readonly search: string;
  /** So many pages stand one under the other. */
  readonly pages: number;
}

/** More are not read at once, whatever an address says. */
const mostPages = 50;

type Query = ScreenProps<(typeof strategiesContract)['pages']['list']>['query'];

/** What an address names that is on no list is left out. Document 2 §4: a search or any filter switches to all. */
export function viewOf(query: Query): View {
  const search = (query.search ?? '').trim().slice(0, 40);
  const known = readFilters(query.filters ?? '') ?? [];
  const filters = Object.fromEntries(known.map(({ name, operator, value }) => [name, `${operator}${value}`]));
  const isNarrow = search !== '' || known.length > 0;
  return {
    list: isNarrow || query.list === 'all' ? 'all' : 'top',
    sort: strategySorts.find((each) => each === query.sort) ?? 'profit',
    direction: (['asc', 'desc'] as const).find((each) => each === query.sort_dir),
    filters,
    search,
    pages: /^\d{1,4}$/.test(query.pages ?? '') ? Math.min(Math.max(1, Number(query.pages)), mostPages) : 1,
  };
}

/** The filters as the call and the address write them. */
export function writtenFilters({ filters }: Pick<View, 'filters'>): string {
  return Object.entries(filters)
    .filter(([, chosen]) => chosen !== '')
    .map(([name, chosen]) => `${name}${chosen}`)
    .join(',');
}

export function addressOf(view: View) {
  const filters = writtenFilters(view);
  return {
    ...(view.list === 'all' ? { list: view.list } : {}),
    ...(view.sort === 'profit' ? {} : { sort: view.sort }),
    ...(view.direction === undefined ? {} : { sort_dir: view.direction }),
    ...(filters === '' ? {} : { filters }),
    ...(view.search === '' ? {} : { search: view.search }),
    ...(view.pages === 1 ? {} : { pages: view.pages }),
  };
}
