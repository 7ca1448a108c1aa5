import { createContext, use, useEffect, type AnchorHTMLAttributes, type MouseEvent, type ReactNode } from 'react';
import type { NextPage } from '../../law/nextPages.ts';
import type { PageSpec } from '../../protocol/call.ts';
import type { Way } from '../../protocol/ways.ts';
import { pagePath, type ParamsOf } from '../../protocol/paths.ts';

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** A page of the portal with what its path needs: a page whose path has places does not compile without its parameters. */
export type Target<Page extends PageSpec = PageSpec> = {
  readonly page: Page;
  readonly query?: Query;
} & (unknown extends ParamsOf<Page['path']> ? { readonly params?: unknown } : { readonly params: ParamsOf<Page['path']> });

/** Where a shut gate or an error leads on to, and the message id of what is said of it. */
export interface Opening {
  readonly to: Target;
  readonly label: string;
}

/** How one goes on from a code, with the page that it leads to. */
export type WayTo = Exclude<Way, object> | Opening;

/** How the frame moves; the router is behind it. */
export interface Travel {
  /** The first word of every address: the client's language, or the desk. */
  readonly root: string;
  /** The brand's key, as it stands in addresses. */
  readonly brand: string;
  readonly brandName: string;
  /** Where clients write to; undefined where nobody is led to write, at the desk. */
  readonly support: string | undefined;
  /** Where a shut gate leads on to; undefined where there is no such page. */
  readonly opener: (next: NextPage) => Opening | undefined;
  /** How one goes on from a code, at either door. */
  readonly wayFrom: (code: string | undefined) => WayTo;
  readonly go: (address: string, options?: { readonly replace?: boolean }) => void;
  /** The page is likely to be opened next. */
  readonly prepare: (address: string) => void;
  /**
   * Has `mayLeave` asked before another page is opened, until what is answered here is called. A page that is loaded again is none:
   * what was typed into a form is there afterwards.
   */
  readonly hold: (mayLeave: () => Promise<boolean>) => () => void;
  /** False on the page that the client arrived at. */
  readonly hasMoved: () => boolean;
}

const TravelContext = createContext<Travel | undefined>(undefined);

export function TravelProvider({ travel, children }: { readonly travel: Travel; readonly children: ReactNode }) {
  return <TravelContext value={travel}>{children}</TravelContext>;
}

export function useTravel(): Travel {
  const travel = use(TravelContext);
  if (!travel) throw new Error('useTravel stands outside of the frame');
  return travel;
}

/** Opens pages from code: `const open = useOpen(); open({ page: accountsContract.pages.details, params: { id } })`. */
export function useOpen(): <Page extends PageSpec>(target: Target<Page>, options?: { readonly replace?: boolean }) => void {
  const travel = useTravel();
  return (target, options) => travel.go(address(target, travel), options);
}

/** Leads on to a page, in place of the one that is open, as soon as it is known to which; undefined stays. */
export function useLeadOn(target: Target | undefined): void {
  const travel = useTravel();
  const to = target && address(target, travel);
  useEffect(() => {
    if (to !== undefined) travel.go(to, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one address leads on once, however often the frame is drawn
  }, [to]);
}

/** The address of a page: in the client's language, or at the desk. */
export function usePageAddress(): <Page extends PageSpec>(target: Target<Page>) => string {
  const travel = useTravel();
  return (target) => address(target, travel);
}

function address(target: Target, { root, brand }: Pick<Travel, 'root' | 'brand'>): string {
  return pagePath({
    page: target.page,
    language: root,
    brand,
    ...(target.params === undefined ? {} : { params: target.params as Readonly<Record<string, string | number>> }),
    ...(target.query === undefined ? {} : { query: target.query }),
  });
}

interface PageLinkProps<Page extends PageSpec> extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: Target<Page>;
}

/** A link to a page: `<PageLink to={{ page: accountsContract.pages.details, params: { id: 7 } }}>…</PageLink>`. */
export function PageLink<Page extends PageSpec>({ to, ...rest }: PageLinkProps<Page>) {
  const travel = useTravel();
  return <AddressLink {...rest} href={address(to, travel)} />;
}

interface AddressLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string;
}

/** A link to a page of the portal whose whole address the server has told. */
export function AddressLink({ href, onClick, ...rest }: AddressLinkProps) {
  const travel = useTravel();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    travel.go(href);
  };
  return (
    <a {...rest} href={href} onClick={follow} onPointerEnter={() => travel.prepare(href)} onFocus={() => travel.prepare(href)} />
  );
}
