import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { StaffRole } from '../../law/staff.ts';
import { companyName } from '../../law/companyNames.ts';
import { readerIn } from '../../tables/reader.ts';
import type { Fact, Row, Table } from '../../tables/table.ts';
import { accountsOf } from '../accounts/face.ts';
import { attemptsTold } from '../appropriateness/face.ts';
import { answersTold, confirmationsTold } from '../enrolment/face.ts';
import { walletBalances } from '../fundingAccounts/face.ts';
import { notesFor } from '../notes/face.ts';
import { knownRisk } from '../risk/face.ts';
import type { FoundClient } from '../session/face.ts';
import { shownProfile, shownWallet } from './shown.ts';
import { fileSections, linesOf, paymentSums, type FileLine, type FileSection } from './store.ts';

const mostNotes = 200;

interface Asked {
  readonly client: FoundClient;
  readonly role: StaffRole;
  readonly now: Date;
}

/** All that compliance has to know of a client, as a document. Read section by section while it is written. */
export function clientFile(sql: Sql, { client, role, now }: Asked, say: Say): Table {
  const row =
    (section: FileSection | 'accounts' | 'payments' | 'told' | 'tests' | 'confirmations' | 'risk' | 'notes') =>
    ({ at, what, detail }: FileLine): Row => [say(`clients.file.section.${section}`), at?.toISOString() ?? '', what, detail];
  async function* pages(): AsyncGenerator<readonly Row[]> {
    yield (await accountLines(sql, client)).map(row('accounts'));
    yield (await paymentLines(sql, client)).map(row('payments'));
    yield (await toldLines(sql, client, say)).map(row('told'));
    yield (await testLines(sql, client, say)).map(row('tests'));
    yield (await confirmationLines(sql, client, say)).map(row('confirmations'));
    for (const section of fileSections) yield (await linesOf(sql, section, client.id)).map(row(section));
    yield (await riskLines(sql, client, say)).map(row('risk'));
    const notes = await notesFor(sql, { client: client.id, role, limit: mostNotes });
    yield notes.map(({ at, category, writtenBy, text }) => row('notes')({ at, what: `${category}, ${writtenBy}`, detail: text }));
  }
  return {
    name: `client-${client.id}`,
    title: say('clients.file.title', { id: client.id }),
    reader: readerIn('en', say),
    head: headOf(client, now, say),
    columns: [
      { title: say('clients.file.section'), kind: 'text', share: 1.2 },
      { title: say('clients.file.at'), kind: 'instant', share: 1.4 },
      { title: say('clients.file.what'), kind: 'text', share: 2 },
      { title: say('clients.file.detail'), kind: 'text', share: 3.4 },
    ],
    rows: pages(),
  };
}

function headOf(client: FoundClient, now: Date, say: Say): readonly Fact[] {
  const shown = shownProfile(client);
  const facts = [
    ['name', shown.name],
    ['reached', `${shown.email}, ${shown.mobile_phone ?? '–'}`],
    ['country', shown.country],
    ['company', companyName(shown.company, say)],
    ['status', shown.status],
    ['category', String(shown.category)],
    ['registered', shown.registered_at],
    ['written', now.toISOString()],
  ] as const;
  return facts.map(([key, value]) => ({ label: say(`clients.file.head.${key}`), value }));
}

async function accountLines(sql: Sql, { id }: FoundClient): Promise<FileLine[]> {
  const accounts = await accountsOf(sql, id);
  const wallets = (await walletBalances(sql, id)).map(shownWallet);
  return [
    ...accounts
      .filter(({ isDemo }) => !isDemo)
      .map(({ number, platform, type, currency, status, openedAt }) => ({
        at: openedAt,
        what: `${number}`,
        detail: `${platform} ${type.name}, ${currency}, ${status}`,
      })),
    ...wallets.map(({ number, currency, balance, held }) => ({
      at: null,
      what: `${number}`,
      detail: `${balance} ${currency} (${held})`,
    })),
  ];
}

async function paymentLines(sql: Sql, { id }: FoundClient): Promise<FileLine[]> {
  const sums = await paymentSums(sql, id);
  return sums.map(({ type, currency, count, minor, lastAt }) => ({
    at: lastAt,
    what: `${type} × ${count}`,
    detail: `${formatMinor(minor, currency)} ${currency}`,
  }));
}

/** Each answer, with those before it. */
async function toldLines(sql: Sql, { id, profile }: FoundClient, say: Say): Promise<FileLine[]> {
  const told = await answersTold(sql, { client: id, country: profile.country, say, language: 'en' });
  return told.flatMap(({ question, answer, at, before }) =>
    [{ answer, at }, ...before].map((each) => ({ at: each.at, what: question, detail: each.answer })),
  );
}

async function testLines(sql: Sql, { id }: FoundClient, say: Say): Promise<FileLine[]> {
  const tests = await attemptsTold(sql, { client: id, say });
  return tests.flatMap(({ at, version, isPassed, points, answers }) => {
    const verdict = say(isPassed ? 'clients.told.passed' : 'clients.told.notPassed');
    return [
      { at, what: say('clients.told.version', { version }), detail: say('clients.told.verdict', { verdict, points }) },
      ...answers.map(({ question, answer }) => ({ at: null, what: question, detail: answer })),
    ];
  });
}

async function confirmationLines(sql: Sql, { id }: FoundClient, say: Say): Promise<FileLine[]> {
  const confirmations = await confirmationsTold(sql, { client: id, say });
  return confirmations.flatMap(({ at, version, answers }) => [
    { at, what: say('clients.told.version', { version }), detail: '' },
    ...answers.map(({ question, answer }) => ({ at: null, what: question, detail: answer })),
  ]);
}

async function riskLines(sql: Sql, { id }: FoundClient, say: Say): Promise<FileLine[]> {
  const risk = await knownRisk(sql, id);
  if (!risk) return [];
  const { level, last, reviewDueAt, reviews } = risk;
  return [
    {
      at: last.at,
      what: say(`risk.desk.level.${level}`),
      detail: say('risk.desk.pointsBy', { points: last.points, version: last.version }),
    },
    ...last.factors.map(({ factor, value, points }) => ({
      at: null,
      what: say(`risk.desk.factor.${factor}`),
      detail: `${say(`risk.desk.value.${value}`)}: ${points}`,
    })),
    { at: reviewDueAt, what: say('risk.desk.reviewDue'), detail: '' },
    ...reviews.map(({ at, reviewedBy, approvedBy, reason }) => ({
      at,
      what: say('risk.desk.reviewed'),
      detail: `${[reviewedBy, approvedBy].filter((by) => by !== null).join(', ')}: ${reason}`,
    })),
  ];
}
