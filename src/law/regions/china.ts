import { global } from './global.ts';
import type { RegionSheet } from './sheet.ts';

/** Company 3 with clients from China: the global company's sheet, with what differs. */
export const china: RegionSheet = {
  ...global,
  key: 'china',
  // The Chinese and the English of the global nine (document 2 §9).
  languages: ['zh', 'en', 'zh-tw'],
  walletCurrencies: ['USD', 'EUR', 'GBP'],
  // Document 2 §6: who registered after 13 September 2023.
  papersLockSince: new Date('2023-09-14T00:00:00Z'),
};
