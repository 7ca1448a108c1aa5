import type { Messages } from '@lingui/core';
import type { LoadCatalog } from '../ui/words/words.ts';

/** What the desk says, and what it shares with the portal: in English. */
const catalogs = import.meta.glob<Messages>(
  ['../../locales/en/*.desk.po', '../../locales/en/ui.po', '../../locales/en/money.po', '../../locales/en/prepaidCards.po'],
  { import: 'default' },
);

export const loadCatalog: LoadCatalog = async (_language, area) => {
  const load = catalogs[`../../locales/en/${area}.po`];
  if (load === undefined) throw new Error(`the desk has no words of ${area}`);
  return load();
};
