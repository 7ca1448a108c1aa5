import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'gold', path: 'gold/trading', as: 'in.gold' },
  { name: 'gold-ounces', path: 'gold/trading?unit=oz', as: 'in.gold' },
  { name: 'gold-empty', path: 'gold/trading', as: 'uk.active' },
  { name: 'gold-buy', path: 'gold/buy?by=amount&amount=250', as: 'in.gold' },
  { name: 'gold-buy-without-wallet', path: 'gold/buy', as: 'eu.active' },
  { name: 'gold-sell', path: 'gold/sell?by=g&amount=1', as: 'in.gold' },
];
