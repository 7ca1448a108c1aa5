const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML and HTML take it. XML 1.0 has no place for control characters. */
export function escaped(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters that XML forbids.
  return text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, '').replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
}
