import { createContext, use, useMemo } from 'react';
import { useClientPart } from '../ui/api/context.tsx';
import type { DocumentBrand, DocumentFoot } from '../protocol/document.ts';
import type { AreaScreens } from '../ui/page/screen.ts';
import { navigationFor, type Navigation } from './navigation.ts';
import type { PortalSession } from './session.ts';

/** What the frame's own parts need. */
export interface Shell {
  readonly session: PortalSession;
  readonly brand: DocumentBrand;
  readonly foot: DocumentFoot | undefined;
  readonly areas: readonly AreaScreens[];
  readonly navigation: Navigation;
}

export const ShellContext = createContext<Shell | undefined>(undefined);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error('useShell stands outside of the portal');
  return shell;
}

/** What the client is offered of the portal's pages. */
export function useNavigation(): Navigation {
  const { navigation } = useShell();
  const gates = useClientPart((state) => state.client?.gates);
  return useMemo(() => navigationFor(navigation, gates), [navigation, gates]);
}
