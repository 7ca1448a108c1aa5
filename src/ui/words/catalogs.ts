import type { Messages } from '@lingui/core';
import type { LoadCatalog } from './words.ts';

/** The portal's catalogs, each a chunk of its own, loaded when first needed. What only the desk says is not among them. */
const catalogs = import.meta.glob<Messages>(['../../../locales/*/*.po', '!../../../locales/*/*.desk.po'], { import: 'default' });

/** An area's sentences; where a language has none of its own yet, the English ones. */
export const loadCatalog: LoadCatalog = async (language, area) => {
  const load = catalogs[`../../../locales/${language}/${area}.po`] ?? catalogs[`../../../locales/en/${area}.po`];
  return load === undefined ? {} : load();
};
