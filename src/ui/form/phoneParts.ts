/** A phone number while it is typed: `+27 82 123 4567`. */
export interface PhoneParts {
  /** Digits of the country's code. */
  readonly code: string;
  readonly national: string;
}

/**
 * The country's code and the rest. What is typed with a plus may have its code and its rest joined, so the longest code that there
 * is counts; `+` alone has neither.
 */
export function partsOfPhone(text: string, codes: ReadonlySet<string>): PhoneParts {
  const [, first, rest] = /^\+(\d*)(.*)$/s.exec(text.trimStart()) ?? [];
  if (first === undefined || rest === undefined) return { code: '', national: text };
  for (let length = Math.min(first.length, longestCode); length > 0; length -= 1) {
    const code = first.slice(0, length);
    if (codes.has(code)) return { code, national: `${first.slice(length)}${rest}`.trimStart() };
  }
  return { code: '', national: text };
}

const longestCode = 4;

export function phoneOf({ code, national }: PhoneParts): string {
  return national.trimStart().startsWith('+') || code === '' ? national : `+${code} ${national}`;
}

/** The number once there is more of it than a country's code, else nothing. */
export function wholePhone(text: string): string {
  return /^\s*\+\d*\s*$/.test(text) ? '' : text.trim();
}
