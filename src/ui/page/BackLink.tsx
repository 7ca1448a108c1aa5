import type { ReactNode } from 'react';
import type { PageSpec } from '../../protocol/call.ts';
import { Icon } from '../components/Icon.tsx';
import { PageLink, type Target } from './Link.tsx';

interface BackLinkProps<Page extends PageSpec> {
  readonly to: Target<Page>;
  readonly children: ReactNode;
}

/** To where a screen belongs; stands in its head. */
export function BackLink<Page extends PageSpec>({ to, children }: BackLinkProps<Page>) {
  return (
    <PageLink to={to}>
      <Icon name="back" size={16} />
      {children}
    </PageLink>
  );
}
