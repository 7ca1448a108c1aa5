import { useState } from 'react';
import { enrolmentSections } from '../../../law/enrolmentFields.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, Facts, Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { clientsContract, type Told as ToldByClient } from '../contract.ts';
import styles from './Told.module.css';

type Answer = ToldByClient['answers'][number];
type Test = ToldByClient['tests'][number];
type Confirmation = ToldByClient['confirmations'][number];

/** On a client's page: what they have told of themselves, with what they told before, and how their tests went. */
export default function Told({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const read = useRead(clientsContract.calls.told, { client_id: clientId });
  return (
    <Card title={t('desk.section.told')}>
      <Loaded read={read}>
        {({ answers, tests, confirmations }) => (
          <Stack>
            {answers.length === 0 && <p>{t('clients.told.none')}</p>}
            {enrolmentSections.map((section) => (
              <Section key={section} section={section} answers={answers.filter((each) => each.section === section)} />
            ))}
            {tests.length > 0 && <Tests tests={tests} />}
            {confirmations.length > 0 && <Confirmations confirmations={confirmations} />}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

interface SectionProps {
  readonly section: Answer['section'];
  readonly answers: readonly Answer[];
}

function Section({ section, answers }: SectionProps) {
  const { t } = useWords();
  if (answers.length === 0) return null;
  return (
    <section>
      <h3 className={styles.title}>{t(`clients.told.section.${section}`)}</h3>
      <Facts items={answers.map((told) => ({ key: told.field, name: told.question, value: <Given told={told} /> }))} />
    </section>
  );
}

/** The answer of now, and under it each that stood before, so that a change is seen. */
function Given({ told: { answer, at, before } }: { readonly told: Answer }) {
  const { t, date } = useWords();
  const said = (words: string): string => (words === '' ? t('clients.told.empty') : words);
  return (
    <span className={styles.given}>
      <span>{said(answer)}</span>
      {before.length > 0 && <span className={styles.before}>{t('clients.told.since', { at: date(at) })}</span>}
      {before.map((each) => (
        <span key={`${each.at} ${each.answer}`} className={styles.before}>
          {t('clients.told.before', { answer: said(each.answer), at: date(each.at) })}
        </span>
      ))}
    </span>
  );
}

function Tests({ tests }: { readonly tests: readonly Test[] }) {
  const words = useWords();
  const { t } = words;
  const [opened, setOpened] = useState<Test>();
  return (
    <section>
      <h3 className={styles.title}>{t('clients.told.tests')}</h3>
      <Table
        label={t('clients.told.tests')}
        isDense
        rows={tests}
        rowKey={({ id }) => id}
        onRow={setOpened}
        columns={testColumns(words)}
      />
      {opened && <Answers title={t('clients.told.tests')} given={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}

function testColumns({ t, dateTime }: Words): readonly Column<Test>[] {
  return [
    { key: 'at', title: t('clients.told.at'), cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time> },
    { key: 'in', title: t('clients.told.in'), cell: ({ taken_in: where }) => t(`clients.told.in.${where}`) },
    { key: 'version', title: t('clients.told.questions'), cell: ({ version }) => version },
    {
      key: 'verdict',
      title: t('clients.told.result'),
      onPhone: 'beside',
      cell: ({ is_passed: isPassed }) => (
        <Status tone={isPassed ? 'gain' : 'warn'}>{t(isPassed ? 'clients.told.passed' : 'clients.told.notPassed')}</Status>
      ),
    },
    { key: 'points', title: t('clients.told.points'), isFigures: true, cell: ({ points }) => points },
    {
      key: 'leverage',
      title: t('clients.told.leverage'),
      isFigures: true,
      cell: ({ max_leverage: most }) => t('clients.told.leverage.most', { most }),
    },
  ];
}

function Confirmations({ confirmations }: { readonly confirmations: readonly Confirmation[] }) {
  const { t, dateTime } = useWords();
  const [opened, setOpened] = useState<Confirmation>();
  return (
    <section>
      <h3 className={styles.title}>{t('clients.told.confirmations')}</h3>
      <Table
        label={t('clients.told.confirmations')}
        isDense
        rows={confirmations}
        rowKey={({ at }) => at}
        onRow={setOpened}
        columns={[
          { key: 'at', title: t('clients.told.at'), cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time> },
          { key: 'version', title: t('clients.told.questions'), cell: ({ version }) => version },
        ]}
      />
      {opened && <Answers title={t('clients.told.confirmations')} given={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}

interface AnswersProps {
  readonly title: string;
  readonly given: Pick<Test, 'at' | 'version' | 'answers'>;
  readonly onClose: () => void;
}

/** Each question as it was put then, with its answer. */
function Answers({ title, given: { at, version, answers }, onClose }: AnswersProps) {
  const { t, dateTime } = useWords();
  return (
    <Dialog isOpen onClose={onClose} title={title} size="wide">
      <Stack>
        <p>{t('clients.told.given', { at: dateTime(at), version })}</p>
        {answers.length === 0 ? (
          <p>{t('clients.told.erased')}</p>
        ) : (
          <Facts
            items={answers.map(({ question, answer }) => ({ key: `${question} ${answer}`, name: question, value: answer }))}
          />
        )}
      </Stack>
    </Dialog>
  );
}
