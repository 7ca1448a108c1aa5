/** The first words of a message for the list. The parser runs nothing and loads nothing. */
export function firstWords(html: string): string {
  const parsed = new DOMParser().parseFromString(html.replaceAll(/<(br|\/p|\/li|\/t[dh]|\/h[34])\b/g, ' <$1'), 'text/html');
  return (parsed.body.textContent ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 160);
}
