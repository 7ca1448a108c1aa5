/** Dates of FollowTheMoney: a year, a month or a day, and sometimes a time behind it, which a birth has not. */
export function datesOf(values: readonly string[]): string[] {
  return [...new Set(values.flatMap((value) => /^\d{4}(?:-\d\d(?:-\d\d)?)?/.exec(value)?.[0] ?? []))];
}

/** Codes of two letters; FollowTheMoney has further ones for what is no country (any more), such as "suhh". */
export function countriesOf(values: readonly string[]): string[] {
  return [...new Set(values.filter((value) => /^[a-z]{2}$/i.test(value)).map((value) => value.toUpperCase()))];
}
