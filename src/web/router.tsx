import { languageKeys } from '../law/languages.ts';
import { everyPageQuery, land } from '../protocol/paths.ts';
import { openRouter, type DoorPages } from '../ui/page/router.tsx';
import { Frame } from './Frame.tsx';
import { Guard } from './Guard.tsx';
import { CrashedScreen, MissingScreen } from './screens.tsx';

type RouterSettings = Pick<DoorPages, 'areas' | 'words' | 'brand'> & Required<Pick<DoorPages, 'begin'>>;

/** The portal's pages, each below the language that it is read in. */
export function makeRouter(settings: RouterSettings) {
  const { brand, words } = settings;
  return openRouter({
    ...settings,
    root: '$locale',
    land: (asked) => land({ ...asked, languages: languageKeys, language: words.language, brand }),
    everyQuery: everyPageQuery,
    Frame,
    Guard,
    Missing: MissingScreen,
    Crashed: CrashedScreen,
  });
}
