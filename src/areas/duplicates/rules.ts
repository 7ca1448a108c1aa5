/** What two records of one human being would have in common (issue: e-mail, phone, name with birth date, document). */
export const traitKinds = ['email', 'phone', 'name_birth', 'document'] as const;
export type TraitKind = (typeof traitKinds)[number];

/** What is known of a client by now; what is left out was not told yet. */
export interface KnownOfClient {
  readonly email?: string;
  /** With its country's code. */
  readonly phone?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** As YYYY-MM-DD. */
  readonly birthDate?: string;
  readonly document?: { readonly country: string; readonly number: string };
}

export interface Trait {
  readonly kind: TraitKind;
  readonly value: string;
}

/** What is known of a client, each written alike however it was typed. Pure. */
export function traitsOf(known: KnownOfClient): readonly Trait[] {
  const name = nameOf(`${known.firstName ?? ''} ${known.lastName ?? ''}`);
  const { birthDate = '' } = known;
  const all: readonly Trait[] = [
    { kind: 'email', value: mailboxOf(known.email ?? '') },
    { kind: 'phone', value: (known.phone ?? '').replaceAll(/\D/g, '') },
    { kind: 'name_birth', value: name === '' || birthDate === '' ? '' : `${name} ${birthDate}` },
    { kind: 'document', value: documentOf(known.document) },
  ];
  return all.filter(({ value }) => value !== '').map(({ kind, value }) => ({ kind, value: value.slice(0, 300) }));
}

/** Google delivers to one mailbox wherever the dots stand. */
const dotless: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox behind an address: what follows a plus only sorts its letters. */
function mailboxOf(email: string): string {
  const [typed = '', domain = ''] = email.trim().toLowerCase().split('@');
  const [local = ''] = typed.split('+');
  if (local === '' || domain === '') return '';
  return dotless.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

/** Letters only, without their marks, in any order of the names. */
function nameOf(name: string): string {
  const bare = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return bare
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== '')
    .toSorted()
    .join(' ');
}

function documentOf(document: KnownOfClient['document']): string {
  const number = (document?.number ?? '').toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return number === '' ? '' : `${document?.country ?? ''} ${number}`;
}
