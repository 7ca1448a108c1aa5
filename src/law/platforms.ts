export const platformKeys = ['mt4', 'mt5'] as const;
export type PlatformKey = (typeof platformKeys)[number];

export interface Download {
  readonly device: 'windows' | 'macos' | 'linux' | 'android' | 'ios' | 'web';
  /** The vendor's public page or file. */
  readonly url: string;
}

export interface PlatformFacts {
  readonly name: string;
  /** How its name is shortened in names of servers and of accounts. */
  readonly shortName: string;
  readonly downloads: readonly Download[];
  /** The most leverage that the platform itself keeps for an account. */
  readonly maxLeverage: number;
  /** What its passwords must be made of; a broker whose server asks for more changes the setting. */
  readonly password: PasswordRule;
}

export interface PasswordRule {
  readonly minLength: number;
  readonly maxLength: number;
  readonly needsDigit: boolean;
  readonly needsUpper: boolean;
  readonly needsLower: boolean;
  readonly needsSpecial: boolean;
}

/** Document 3 §5: 8 to 15 characters with a digit, an upper-case and a lower-case letter. */
const tradingPassword: PasswordRule = {
  minLength: 8,
  maxLength: 15,
  needsDigit: true,
  needsUpper: true,
  needsLower: true,
  needsSpecial: false,
};

/** The trading platforms. */
export const platforms: Readonly<Record<PlatformKey, PlatformFacts>> = {
  mt4: {
    name: 'MetaTrader 4',
    shortName: 'MT4',
    // Vendor: metatrader4.com/en/download.
    downloads: [
      { device: 'windows', url: 'https://download.mql5.com/cdn/web/metaquotes.software.corp/mt4/mt4setup.exe' },
      { device: 'macos', url: 'https://www.metatrader4.com/en/download' },
      { device: 'linux', url: 'https://www.metatrader4.com/en/trading-platform/help/userguide/install_linux' },
      { device: 'android', url: 'https://play.google.com/store/apps/details?id=net.metaquotes.metatrader4' },
      { device: 'ios', url: 'https://apps.apple.com/app/metatrader-4/id496212596' },
      { device: 'web', url: 'https://www.metatrader4.com/en/trading-platform/web-trading' },
    ],
    // Document 2 §9: 1000 for standard and cent accounts; only MT4 keeps it.
    maxLeverage: 1000,
    password: tradingPassword,
  },
  mt5: {
    name: 'MetaTrader 5',
    shortName: 'MT5',
    // Vendor: metatrader5.com/en/download.
    downloads: [
      { device: 'windows', url: 'https://download.mql5.com/cdn/web/metaquotes.software.corp/mt5/mt5setup.exe' },
      { device: 'macos', url: 'https://download.mql5.com/cdn/web/metaquotes.software.corp/mt5/MetaTrader5.dmg' },
      { device: 'linux', url: 'https://www.metatrader5.com/en/terminal/help/start_advanced/install_linux' },
      { device: 'android', url: 'https://play.google.com/store/apps/details?id=net.metaquotes.metatrader5' },
      { device: 'ios', url: 'https://apps.apple.com/app/metatrader-5/id413251709' },
      { device: 'web', url: 'https://www.metatrader5.com/en/trading-platform/web-trading' },
    ],
    // MetaTrader 5 Web API, user/add: leverage 1 to 500.
    maxLeverage: 500,
    // MetaTrader 5 Web API: four classes of characters, stricter than document 3 §5.
    password: { ...tradingPassword, needsSpecial: true },
  },
};

/** The server that a client types into the terminal: `Atrium-MT5-Live`. */
export function serverName(server: {
  readonly brandName: string;
  readonly platform: PlatformKey;
  readonly isDemo: boolean;
}): string {
  return `${server.brandName.replaceAll(/\s/g, '')}-${platforms[server.platform].shortName}-${server.isDemo ? 'Demo' : 'Live'}`;
}

/** Whether a text is a password that the rule takes. */
export function isTradingPassword(rule: PasswordRule, text: string): boolean {
  return (
    text.length >= rule.minLength &&
    text.length <= rule.maxLength &&
    (!rule.needsDigit || /\d/.test(text)) &&
    (!rule.needsUpper || /[A-Z]/.test(text)) &&
    (!rule.needsLower || /[a-z]/.test(text)) &&
    (!rule.needsSpecial || /[^A-Za-z0-9\s]/.test(text))
  );
}

/** Something of each platform. */
export function forEveryPlatform<Value>(valueOf: (platform: PlatformKey) => Value): Record<PlatformKey, Value> {
  return Object.fromEntries(platformKeys.map((platform) => [platform, valueOf(platform)])) as Record<PlatformKey, Value>;
}

/** Narrows a text that came from outside to a platform. */
export function isPlatformKey(text: string): text is PlatformKey {
  return Object.hasOwn(platforms, text);
}

/** How the comment of a deal begins with which a platform closed something by itself; what follows says at which price or level. */
export const ownComments = { stopLoss: '[sl', takeProfit: '[tp', stopOut: '[so' } as const;
