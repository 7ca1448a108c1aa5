import { screen, type AreaScreens } from '../../ui/page/screen.ts';
import { calendarContract } from './contract.ts';

export const calendarScreens: AreaScreens = {
  area: 'calendar',
  words: ['calendar'],
  screens: [
    screen(calendarContract.pages.economicCalendar, () => import('./screens/EconomicCalendar.tsx'), {
      icon: 'clock',
      order: 615,
      label: 'nav.calendar',
    }),
  ],
};
