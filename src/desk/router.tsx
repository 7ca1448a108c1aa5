import { deskRoot, landAtDesk } from '../protocol/paths.ts';
import { openRouter, type DoorPages } from '../ui/page/router.tsx';
import { Frame } from './Frame.tsx';
import { Guard } from './Guard.tsx';
import { CrashedScreen, MissingScreen } from './screens.tsx';

/** The desk's pages, below its own word: staff read one language. */
export function makeRouter(settings: Pick<DoorPages, 'areas' | 'words'>) {
  return openRouter({
    ...settings,
    root: deskRoot,
    brand: '',
    land: landAtDesk,
    everyQuery: [],
    Frame,
    Guard,
    Missing: MissingScreen,
    Crashed: CrashedScreen,
  });
}
