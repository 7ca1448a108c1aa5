import { useLocation } from '@tanstack/react-router';
import { createContext, use, useMemo, type ComponentType } from 'react';
import { useClientPart } from '../ui/api/context.tsx';
import type { DocumentBrand, DocumentFoot } from '../protocol/document.ts';
import type { Notification } from '../protocol/envelope.ts';
import { shownOn } from '../ui/page/notices.ts';
import type { Interposed } from '../law/interposed.ts';
import type { AreaScreens, OverProps } from '../ui/page/screen.ts';
import { navigationFor, type Navigation } from './navigation.ts';
import type { PortalSession } from './session.ts';

/** What the frame's own parts need. */
export interface Shell {
  readonly session: PortalSession;
  readonly brand: DocumentBrand;
  readonly foot: DocumentFoot | undefined;
  readonly areas: readonly AreaScreens[];
  readonly navigation: Navigation;
  /** What can stand over the page after sign-in. */
  readonly over: Readonly<Record<Interposed, ComponentType<OverProps>>>;
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

/** What the client is told on this page. */
export function useNotices(): readonly Notification[] {
  const { brand } = useShell();
  const path = useLocation({ select: ({ pathname }) => pathname.split('/').slice(2).join('/') });
  const notifications = useClientPart((state) => state.notifications);
  return useMemo(() => shownOn(notifications, path, brand.key), [notifications, path, brand.key]);
}
