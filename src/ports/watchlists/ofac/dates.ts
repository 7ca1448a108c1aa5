const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** "10 Dec 1948", "Aug 1959", "1959", "circa 1962", "1961 to 1963", "circa 1961-1963"; undefined where it is none of them. */
export function birthDateOf(told: string): string | undefined {
  const plain = told
    .trim()
    .toLowerCase()
    .replace(/^(?:circa|approximately|ca\.?)\s+/, '');
  const span = /^(?:\d{1,2} )?(?:[a-z]{3} )?(\d{4})\s*(?:to|-)\s*(?:\d{1,2} )?(?:[a-z]{3} )?(\d{4})$/.exec(plain);
  if (span) return `${span[1]}/${span[2]}`;
  if (plain !== told.trim().toLowerCase()) {
    // About that year is a year either side of it.
    const year = Number(/(\d{4})$/.exec(plain)?.[1]);
    return Number.isNaN(year) ? undefined : `${year - 1}/${year + 1}`;
  }
  const whole = /^(?:(\d{1,2}) )?(?:([a-z]{3}) )?(\d{4})$/.exec(plain);
  if (!whole) return undefined;
  const [, day, name, year = ''] = whole;
  if (name === undefined) return day === undefined ? year : undefined;
  const month = months.indexOf(name) + 1;
  if (month === 0) return undefined;
  const parts = [year, String(month).padStart(2, '0'), ...(day === undefined ? [] : [day.padStart(2, '0')])];
  return parts.join('-');
}
