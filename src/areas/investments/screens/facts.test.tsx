import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { loadServerWords } from '../../../server/serve/words.ts';
import { WordsProvider } from '../../../ui/words/context.tsx';
import { openWords } from '../../../ui/words/words.ts';
import { InvestmentStatus } from './facts.tsx';

const say = loadServerWords().in('en');
const words = { ...openWords('en', async () => ({})), t: (id: string) => say(id) };

// Document 2, "Follower status labels"; that one is ending stands beside.
test.each([
  ['new', ['Not active']],
  ['active', ['Active']],
  ['paused', ['Paused']],
  ['closing', ['Paused', 'Ending']],
  ['closed', ['Closed']],
] as const)('an investment that is %s is called %s', (status, labels) => {
  const drawn = renderToStaticMarkup(
    <WordsProvider words={words}>
      <InvestmentStatus status={status} />
    </WordsProvider>,
  );
  expect(drawn.split(/<[^>]*>/).flatMap((text) => text.trim() || [])).toEqual(labels);
});
