import { global } from './global.ts';
import type { RegionSheet } from './sheet.ts';

/** Company 3 with clients from China: the global company's sheet, with what differs. */
export const china: RegionSheet = {
  ...global,
  key: 'china',
  // The Chinese and the English of the global nine (document 2 §9).
  languages: ['zh', 'en', 'zh-tw'],
  walletCurrencies: ['USD', 'EUR', 'GBP'],
};
