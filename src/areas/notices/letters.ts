import type { Say, Wording } from '../../base/wording.ts';
import { legalLineIn, standardLosingShare, type Brand } from '../../law/brand.ts';
import { languages, type LanguageKey } from '../../law/languages.ts';
import type { RegionProfile } from '../../law/regions/profile.ts';
import type { MessageType, NoticeType, NoticeTypes, OwnLetterType, OwnLinkType, OwnTextType } from '../../protocol/notice.ts';

/** What is to be said, to a client of which region, in which language. */
export interface Message {
  readonly type: MessageType;
  readonly types: NoticeTypes;
  readonly values: Wording;
  readonly language: LanguageKey;
  readonly region: Pick<RegionProfile, 'company' | 'riskWarning'>;
  readonly brand: Brand;
  /** Where browsers reach the portal. */
  readonly publicUrl: string;
  /** The page that a letter's link leads to, below the language; the first page when left out. */
  readonly path?: string | undefined;
}

export interface WrittenLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Writes an e-mail: the message, the way to the portal, and the foot that the company's regulator wants. */
export function writeLetter(message: Message, say: Say): WrittenLetter {
  const { type, types, brand } = message;
  const values = { brand: brand.name, ...message.values };
  const subject = say(hasOwnLetter(types, type) ? `mail.${type}.subject` : `notice.${type}.title`, values);
  const body = say(hasOwnLetter(types, type) ? `mail.${type}.text` : `notice.${type}.text`, values);
  const address = addressOf(message);
  const link = say(hasOwnLink(types, type) ? `mail.${type}.link` : 'mail.link', { brand: brand.name });
  const foot = footOf(message, say);
  return {
    subject: oneLine(subject),
    text: [body, `${link}: ${address}`, '--', ...foot].join('\n\n'),
    html: htmlOf({ message, subject, body, link, address, foot }),
  };
}

/** Where its link leads: what a page is called by the brand is filled in here, as for who looks at a screen. */
function addressOf({ publicUrl, language, path, brand }: Message): string {
  return [publicUrl, language, ...(path === undefined ? [] : [path.replaceAll('{brand}', brand.key)])].join('/');
}

/** Writes a text message, or what a call reads aloud: there, digits of a PIN stand apart so that they are read one by one. */
export function writeText(message: Message, say: Say, channel: 'sms' | 'voice'): string {
  const { type, types, brand } = message;
  const pin = message.values['pin'];
  const spoken = channel === 'voice' && typeof pin === 'string' ? { pin: [...pin].join(' ') } : {};
  const values = { brand: brand.name, ...message.values, ...spoken };
  return oneLine(say(hasOwnText(types, type) ? `sms.${type}.text` : `notice.${shownType(types, type)}.text`, values));
}

/** What has no text of its own says what the screen says, so it must be shown there. */
function shownType(types: NoticeTypes, type: MessageType): NoticeType {
  if (!types[type]?.channels.includes('screen')) throw new Error(`the message ${type} has no words for a text`);
  return type as NoticeType;
}

function hasOwnLetter(types: NoticeTypes, type: MessageType): type is OwnLetterType {
  return types[type]?.letter === 'own';
}

function hasOwnLink(types: NoticeTypes, type: MessageType): type is OwnLinkType {
  return types[type]?.link === 'own';
}

function hasOwnText(types: NoticeTypes, type: MessageType): type is OwnTextType {
  return types[type]?.text === 'own';
}

function footOf(message: Message, say: Say): string[] {
  const { brand, region, language } = message;
  const { losingShare } = brand.companies[region.company];
  const risk = region.riskWarning ? [say('mail.risk', { share: losingShare ?? standardLosingShare })] : [];
  return [
    legalLineIn(brand.companies[region.company], language),
    ...risk,
    say('mail.support', { address: brand.mail.supportAddress }),
  ];
}

/** A subject with a line break in it would be another header. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function htmlOf(letter: {
  message: Message;
  subject: string;
  body: string;
  link: string;
  address: string;
  foot: readonly string[];
}): string {
  const { message, subject, body, link, address, foot } = letter;
  const { tag, direction } = languages[message.language];
  const { name, accent } = message.brand;
  const paragraphs = body
    .split(/\n{2,}/)
    .map((part) => `<p style="margin:0 0 16px">${escapeHtml(part).replaceAll('\n', '<br>')}</p>`);
  const small = foot.map((line) => `<p style="margin:0 0 8px">${escapeHtml(line)}</p>`);
  return [
    `<!doctype html><html lang="${tag}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:24px;background:#f5f6f8;color:#15181d;font:16px/1.5 system-ui,sans-serif">`,
    `<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">`,
    `<p style="margin:0 0 24px;font-weight:600;color:${accent}">${escapeHtml(name)}</p>`,
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>`,
    ...paragraphs,
    `<p style="margin:24px 0 0"><a href="${escapeHtml(address)}" style="color:${accent}">${escapeHtml(link)}</a></p></div>`,
    `<div style="max-width:560px;margin:16px auto 0;padding:0 32px;font-size:13px;color:#5b6472">${small.join('')}</div>`,
    `</body></html>`,
  ].join('\n');
}

function escapeHtml(text: string): string {
  const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => named[character] ?? character);
}
