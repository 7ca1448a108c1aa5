import type { Screen } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'research', path: 'services/trading-central', as: 'global.active' },
  { name: 'research-indicators', path: 'services/indicators', as: 'global.active' },
  { name: 'research-signal-centre', path: 'signal-centre', as: 'global.full' },
  { name: 'research-pro-tools', path: 'pro-trading-tools', as: 'ng.active' },
];
