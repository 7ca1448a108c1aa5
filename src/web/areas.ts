import { inboxScreens } from '../areas/inbox/routes.ts';
import type { AreaScreens } from '../ui/page/screen.ts';

/** Every area with screens: one line each. */
export const areas: readonly AreaScreens[] = [inboxScreens];
