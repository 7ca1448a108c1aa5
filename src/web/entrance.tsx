import '../ui/theme/inter.css';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openApi } from '../ui/api/send.ts';
import { showScheme } from '../ui/theme/scheme.ts';
import { WordsProvider } from '../ui/words/context.tsx';
import { loadCatalog } from '../ui/words/catalogs.ts';
import { openWords } from '../ui/words/words.ts';
import { paymentReturnPath } from '../protocol/document.ts';
import { keepCampaign } from '../ui/page/campaign.ts';
import { EntranceFrame } from './EntranceFrame.tsx';
import { keepLanguage, readDocument } from '../ui/page/document.ts';

showScheme();
const { language, languages, brand, foot, isPage } = readDocument();
const words = openWords(language, loadCatalog);
const api = openApi({ language });

void open();

async function open(): Promise<void> {
  const isReturn = location.pathname.endsWith(paymentReturnPath);
  await words.load(['session', 'ui', ...(isReturn ? ['transfers'] : [])]);
  keepLanguage(language);
  keepCampaign(location.search);
  const place = document.querySelector('#entrance');
  if (!place) throw new Error('the document has no place for the entrance');
  createRoot(place).render(
    <StrictMode>
      <WordsProvider words={words}>
        <EntranceFrame api={api} brand={brand} languages={languages} foot={foot} path={location.pathname} isPage={isPage} />
      </WordsProvider>
    </StrictMode>,
  );
}
