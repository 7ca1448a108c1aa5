import sanitizeHtml from 'sanitize-html';

/** What a message may hold; everything else is dropped, its words are kept. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'b',
    'strong',
    'i',
    'em',
    'u',
    'ul',
    'ol',
    'li',
    'a',
    'h3',
    'h4',
    'blockquote',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Links open in a new tab (document 3 §3), which learns nothing of ours.
  transformTags: {
    a: (_tag, attributes) => ({
      tagName: 'a',
      attribs: { ...(attributes['href'] ? { href: attributes['href'] } : {}), target: '_blank', rel: 'noopener noreferrer' },
    }),
  },
};

/** HTML that may be shown as it is: no scripts, styles, pictures, forms or handlers; links open in a new tab. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, allowed);
}

/** The words of a message without tags, in lower case, for searching. */
export function plainWords(html: string): string {
  const spaced = html.replaceAll(/<(br|\/p|\/li|\/td|\/th|\/h[34])\b[^<>]*>/gi, ' $&');
  const text = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} });
  return unescape(text).replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

function unescape(text: string): string {
  const named: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity) => named[entity] ?? entity);
}
