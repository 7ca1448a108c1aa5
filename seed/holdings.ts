import { demo, moved, paid, type Holdings } from './holding.ts';

/** What the seeded clients hold, and how it came there. Amounts are decimal strings, days count back from the seed's own day. */
export const holdings: Readonly<Record<string, Holdings>> = {
  'global.active': {
    accounts: {
      mt5: {
        type: 'advantage mt5',
        currency: 'USD',
        openedDaysAgo: 752,
        leverage: 200,
        name: 'Day to day',
        trades: { perWeek: 5, from: 747, end: '11260.35' },
        positions: [
          { symbol: 'EURUSD', side: 'buy', lots: '0.20', daysAgo: 3 },
          { symbol: 'XAUUSD', side: 'sell', lots: '0.03', daysAgo: 2 },
        ],
      },
      mt4: {
        type: 'standard',
        currency: 'EUR',
        openedDaysAgo: 610,
        name: 'Long haul',
        trades: { perWeek: 3, from: 605, end: '5348.12' },
        positions: [{ symbol: 'GBPUSD', side: 'buy', lots: '0.10', daysAgo: 4 }],
      },
      practice: demo(755, { playMoney: '50000', name: 'Practice', trades: { perWeek: 3, from: 754, to: 620, end: '53210.40' } }),
    },
    transfers: [
      paid(752, '3000 > USD'),
      moved(751, '2500 USD > mt5'),
      paid(690, '2000 > mt5'),
      paid(640, '2500 > USD'),
      moved(609, '2000 USD > mt4'),
      paid(560, '1500 > mt4'),
      paid(521, '1500 > mt5', { outcome: 'declined' }),
      paid(520, '1500 > mt5'),
      moved(455, '1200 mt5 > USD'),
      moved(410, '700 USD > mt4'),
      paid(365, '3000 > mt5'),
      moved(300, '800 mt4 > mt5'),
      paid(255, '2000 > USD'),
      moved(210, '1500 mt5 > USD'),
      moved(160, '1000 USD > mt5'),
      paid(118, '1000 > mt4'),
      paid(75, '500 > USD', { outcome: 'cancelled' }),
      paid(74, '1000 > USD'),
      moved(31, '900 mt5 > USD'),
      moved(12, '900 USD > mt4'),
      paid(5, '750 > mt5'),
    ],
  },
  'global.demo': { accounts: { practice: demo(118, { trades: { perWeek: 6, from: 117, end: '9412.75' } }) } },
  'global.my': { accounts: { practice: demo(100, { type: 'standard', playMoney: '5000' }) } },
  'global.full': {
    accounts: { practice: demo(90, { trades: { perWeek: 3, from: 88, end: '10388.10' } }) },
  },
  'global.pending': { accounts: { practice: demo(60) } },
  'global.inactive': {
    accounts: {
      mt4: { type: 'standard', currency: 'USD', openedDaysAgo: 880, trades: { perWeek: 3, from: 875, to: 560, end: '212.44' } },
    },
    transfers: [paid(882, '1000 > USD'), moved(879, '800 USD > mt4'), moved(556, '440 mt4 > USD')],
  },
  'global.dormant': {
    accounts: {
      mt5: { type: 'ecn mt5', currency: 'USD', openedDaysAgo: 860, trades: { perWeek: 4, from: 857, to: 610, end: '18.90' } },
    },
    transfers: [paid(858, '500 > mt5'), paid(700, '100 > USD'), moved(690, '25 USD > mt5')],
  },
  'global.declined': { transfers: [paid(390, '300 > USD')] },
  'global.frozen': {
    accounts: {
      mt5: {
        type: 'advantage mt5',
        currency: 'USD',
        openedDaysAgo: 380,
        trades: { perWeek: 4, from: 376, to: 40, end: '1932.10' },
      },
    },
    transfers: [paid(379, '1500 > mt5'), paid(200, '850 > USD')],
  },
  'global.promo': {
    accounts: {
      promo: {
        type: 'standard',
        currency: 'USD',
        openedDaysAgo: 58,
        bonus: '100',
        trades: { perWeek: 4, from: 55, end: '231.80' },
      },
      practice: demo(290),
    },
    transfers: [paid(285, '300 > USD'), moved(57, '200 USD > promo')],
  },
  'closed.client': {
    accounts: {
      mt4: {
        type: 'standard',
        currency: 'USD',
        openedDaysAgo: 1190,
        archivedDaysAgo: 688,
        trades: { perWeek: 2, from: 1185, to: 700, end: '0' },
      },
    },
    transfers: [paid(1188, '1000 > mt4'), moved(690, '640.22 mt4 > USD')],
  },
  'closed.noneu': { transfers: [paid(1100, '150 > EUR')] },
  'closed.uk': { transfers: [paid(1100, '220 > GBP')] },
  'eu.active': {
    accounts: {
      mt5: {
        type: 'advantage mt5',
        currency: 'EUR',
        openedDaysAgo: 480,
        trades: { perWeek: 4, from: 476, end: '4870.62' },
        positions: [{ symbol: 'EURUSD', side: 'sell', lots: '0.10', daysAgo: 3 }],
      },
      mt4: { type: 'ecn mt4', currency: 'EUR', openedDaysAgo: 300, trades: { perWeek: 2, from: 297, end: '1804.19' } },
      practice: demo(495, { currency: 'EUR' }),
    },
    transfers: [
      paid(479, '2500 > mt5'),
      paid(350, '3000 > EUR'),
      moved(299, '1800 EUR > mt4'),
      paid(180, '2000 > mt5'),
      paid(30, '500 > mt5', { outcome: 'declined' }),
    ],
  },
  'eu.pro': {
    accounts: {
      pro: { type: 'pro', currency: 'USD', openedDaysAgo: 630, trades: { perWeek: 6, from: 626, end: '41905.77' } },
    },
    transfers: [paid(629, '30000 > pro'), paid(400, '5000 > EUR'), moved(399, '4000 EUR > pro'), moved(90, '2500 pro > EUR')],
  },
  'uk.active': {
    accounts: {
      mt5: {
        type: 'advantage mt5',
        currency: 'GBP',
        openedDaysAgo: 400,
        trades: { perWeek: 3, from: 396, end: '2718.44' },
      },
      practice: demo(410, { currency: 'GBP' }),
    },
    transfers: [paid(399, '2000 > mt5'), paid(210, '1500 > GBP'), moved(205, '700 GBP > mt5')],
  },
  'ke.active': {
    accounts: {
      mt4: { type: 'standard', currency: 'USD', openedDaysAgo: 360, trades: { perWeek: 3, from: 356, end: '742.05' } },
    },
    transfers: [paid(359, '500 > mt4'), paid(190, '65000 > KES'), moved(180, '39000 KES > mt4')],
  },
  'ng.active': {
    accounts: {
      mt5: { type: 'advantage mt5', currency: 'USD', openedDaysAgo: 395, trades: { perWeek: 4, from: 391, end: '1386.90' } },
    },
    transfers: [
      paid(394, '900000 > mt5', { currency: 'NGN' }),
      paid(250, '750000 > NGN'),
      moved(249, '500000 NGN > mt5'),
      paid(40, '400 > mt5'),
    ],
  },
  'cn.active': {
    accounts: {
      mt5: { type: 'advantage mt5', currency: 'USD', openedDaysAgo: 690, trades: { perWeek: 4, from: 686, end: '6644.31' } },
      mt4: { type: 'standard', currency: 'USD', openedDaysAgo: 500, trades: { perWeek: 2, from: 495, end: '2051.17' } },
    },
    transfers: [paid(689, '5000 > mt5'), paid(505, '4100 > USD'), moved(498, '2000 USD > mt4')],
  },
  'hk.active': { transfers: [paid(340, '400 > USD')] },
  'in.gold': {
    accounts: {
      mt5: { type: 'ecn mt5', currency: 'USD', openedDaysAgo: 500, trades: { perWeek: 3, from: 496, end: '1122.58' } },
    },
    transfers: [paid(510, '4000 > USD'), moved(499, '1000 USD > mt5')],
    gold: '12.5',
  },
  'investor.form': { transfers: [paid(110, '1250 > USD')] },
  'investor.waiting': { transfers: [paid(108, '500 > USD')] },
  'investor.approved': {
    accounts: { mt4: { type: 'standard', currency: 'USD', openedDaysAgo: 100, trades: { perWeek: 2, from: 96, end: '311.46' } } },
    transfers: [paid(99, '300 > mt4')],
  },
  'investor.active': {
    accounts: {
      mt5: { type: 'advantage mt5', currency: 'USD', openedDaysAgo: 560, trades: { perWeek: 2, from: 556, end: '3460.02' } },
      follow: {
        type: 'investor',
        currency: 'USD',
        openedDaysAgo: 94,
        name: 'Night_owl',
        follows: { of: 'provider.active', strategy: 'night', protection: 50 },
      },
    },
    transfers: [
      paid(580, '6000 > USD'),
      moved(559, '3000 USD > mt5'),
      moved(120, '500 USD > mt5'),
      paid(96, '2000 > USD'),
      moved(94, '2000 USD > follow'),
    ],
  },
  'provider.new': {
    accounts: {
      mt4: { type: 'ecn mt4', currency: 'USD', openedDaysAgo: 110, trades: { perWeek: 5, from: 107, end: '2288.40' } },
    },
    transfers: [paid(112, '2600 > USD'), moved(109, '2000 USD > mt4')],
  },
  'provider.active': {
    accounts: {
      strategy: {
        type: 'manager',
        currency: 'USD',
        openedDaysAgo: 765,
        name: 'Steady hand',
        trades: { perWeek: 6, from: 760, end: '28450.66' },
        positions: [
          { symbol: 'USDJPY', side: 'buy', lots: '0.50', daysAgo: 3 },
          { symbol: 'US500', side: 'buy', lots: '1.00', daysAgo: 2 },
        ],
        strategy: {
          name: 'Steady-hand',
          description: 'Majors and one index, held for days, with small lots and stops from the first minute on.',
          share: 20,
          minimum: '250',
        },
      },
      night: {
        type: 'manager',
        currency: 'USD',
        openedDaysAgo: 210,
        name: 'Night owl',
        trades: { perWeek: 9, from: 207, end: '3120.40' },
        strategy: { name: 'Night_owl', description: 'Many short trades while Asia is awake.', share: 30, minimum: '100' },
      },
      river: {
        type: 'manager',
        currency: 'EUR',
        openedDaysAgo: 96,
        name: 'Quiet river',
        trades: { perWeek: 3, from: 94, end: '10240.15' },
        strategy: { name: 'Quiet-river', description: '', share: 10, minimum: '500' },
      },
      mt5: { type: 'advantage mt5', currency: 'USD', openedDaysAgo: 700, trades: { perWeek: 3, from: 696, end: '7415.93' } },
    },
    transfers: [
      paid(764, '15000 > strategy'),
      paid(699, '5000 > mt5'),
      paid(540, '4000 > USD'),
      moved(530, '3000 USD > strategy'),
      moved(370, '2500 strategy > USD'),
      paid(330, '2000 > strategy', { outcome: 'declined' }),
      paid(329, '2000 > strategy'),
      moved(150, '1000 USD > mt5'),
      moved(45, '750 strategy > mt5'),
      moved(14, '250 strategy > USD'),
      paid(209, '2400 > night'),
      paid(95, '10000 > river'),
    ],
  },
};
