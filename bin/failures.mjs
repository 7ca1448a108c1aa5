// What failed, told once more at the end of `npm test`, where whoever reads no more than its last lines finds it.
import { existsSync, readFileSync } from 'node:fs';

/** Of each failure, and of what its server wrote: enough to see what it was. */
const mostLines = 14;
const mostCharacters = 1_500;
/** More than so many have one cause, or are read above. */
const mostTold = 5;

/** The failed tests of the reports of vitest and Playwright, each with what it said, ready to be printed. */
export function failuresIn(unitReport, journeyReport) {
  const failed = [...(existsSync(unitReport) ? failedUnits(read(unitReport)) : []), ...failedJourneys(journeyReport)];
  const told = failed
    .slice(0, mostTold)
    .map(({ name, texts }) => [`× ${name}`, ...texts.filter(Boolean).map(shortened)].join('\n'));
  return failed.length > mostTold ? [...told, `… and ${failed.length - mostTold} more`] : told;
}

function read(report) {
  return JSON.parse(readFileSync(report, 'utf8'));
}

function failedUnits({ testResults = [] }) {
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that could not be read has no tests.
    if (failed.length === 0) return status === 'failed' ? [{ name, texts: [message] }] : [];
    return failed.map(({ fullName, failureMessages }) => ({ name: `${name} › ${fullName}`, texts: failureMessages }));
  });
}

function failedJourneys(report) {
  if (!existsSync(report)) return [];
  const { suites = [], errors = [] } = read(report);
  return [...suites.flatMap(failedIn), ...errors.map(({ message }) => ({ name: 'journeys', texts: [message] }))];
}

function failedIn({ suites = [], specs = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const results = tests.flatMap((test) => test.results);
      const said = results.flatMap(({ errors, stderr }) => [
        ...errors.map(({ message }) => message),
        // The server's own words are the last ones.
        stderr
          .map(({ text = '' }) => text)
          .join('')
          .slice(-mostCharacters),
      ]);
      return { name: `${file} › ${title}`, texts: said };
    });
  return [...own, ...suites.flatMap(failedIn)];
}

/** Without colours, its first lines. */
function shortened(text) {
  // oxlint-disable-next-line no-control-regex -- a colour begins with a control character
  const plain = text.replaceAll(/\u001B\[[\d;]*m/g, '').trim();
  const lines = plain.slice(0, mostCharacters).split('\n').slice(0, mostLines);
  return lines.map((line) => `    ${line.slice(0, 400)}`).join('\n');
}
