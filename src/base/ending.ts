/** The text without this character at its end, however often it stands there. Looked at from the end: it costs what it cuts. */
export function withoutEnding(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/** A number with decimals as short as it says the same: "1.50" is "1.5", "2.00" is "2". */
export function withoutZeros(decimal: string): string {
  return decimal.includes('.') ? withoutEnding(withoutEnding(decimal, '0'), '.') : decimal;
}
