/** What a browser says of itself, in the order in which it must be looked at: each also says to be those behind it. */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The names that a person knows a device by; whatever else a User-Agent holds is not shown. */
export function deviceOf(agent: string): { readonly browser: string | null; readonly system: string | null } {
  return { browser: nameIn(agent, browsers), system: nameIn(agent, systems) };
}

function nameIn(agent: string, names: readonly (readonly [mark: RegExp, name: string])[]): string | null {
  return names.find(([mark]) => mark.test(agent))?.[1] ?? null;
}
