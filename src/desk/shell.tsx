import { createContext, use } from 'react';
import type { DeskArea } from '../ui/desk/area.ts';
import type { DocumentBrand } from '../protocol/document.ts';
import type { DeskPageSpec } from '../protocol/call.ts';
import type { DeskSession } from './session.ts';

/** What the desk's frame itself needs. */
interface Shell {
  readonly session: DeskSession;
  readonly brand: DocumentBrand;
  readonly areas: readonly DeskArea[];
  readonly pages: readonly DeskPageSpec[];
}

export const ShellContext = createContext<Shell | undefined>(undefined);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error('useShell stands outside of the desk');
  return shell;
}
