import { openMetaTrader4 } from './mt4/index.ts';
import { openMetaTrader5, type ConnectorSettings } from './mt5/index.ts';
import type { Platform } from './port.ts';

export type { ConnectorSettings } from './mt5/index.ts';

/** The connectors, by the platform's key in the law. A new platform is a folder and a line here. */
const connectors = { mt5: openMetaTrader5, mt4: openMetaTrader4 } as const satisfies Record<
  string,
  (settings: ConnectorSettings) => Platform
>;

export type PlatformKey = keyof typeof connectors;
export const platformKeys = Object.keys(connectors) as readonly PlatformKey[];

export type Platforms = Readonly<Record<PlatformKey, Platform>>;

/** Opens every platform. Nothing is sent until the first call. */
export function openPlatforms(settings: Readonly<Record<PlatformKey, ConnectorSettings>>): Platforms {
  return { mt5: connectors.mt5(settings.mt5), mt4: connectors.mt4(settings.mt4) };
}

export async function closePlatforms(platforms: Platforms): Promise<void> {
  await Promise.all(platformKeys.map((key) => platforms[key].close()));
}
