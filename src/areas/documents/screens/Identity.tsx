// Drawn by the form as soon as it is there: so it comes with it.
import '../../../ui/components/CountryField.tsx';
import { useClient } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract, type ShownDocument } from '../contract.ts';
import type { Papers } from './papers.ts';
import { SendPage } from './SendPage.tsx';
import { countryOfFlow, useGoOn, useSending, useTypedFaults } from './sending.ts';

const { calls, forms, pages } = documentsContract;
type Query = ScreenProps<typeof pages.verifyIdentity>['query'];

/** Sends the proof of identity: the front with what stands on it, then the reverse of a card. */
export default function Identity({ query }: ScreenProps<typeof pages.verifyIdentity>) {
  const read = useRead(calls.list, {});
  return (
    <SendPage
      kind="identity"
      read={read}
      query={query}
      isDisabled={({ upload_disabled: disabled, papers }) => disabled.id && papers.identity?.waits_for_reverse !== true}
    >
      {(papers, last) =>
        last?.waits_for_reverse ? <Reverse papers={papers} query={query} /> : <Front papers={papers} last={last} query={query} />
      }
    </SendPage>
  );
}

interface FrontProps {
  readonly papers: Papers;
  /** What was not accepted: what stood on it need not be typed again. */
  readonly last: ShownDocument | null;
  readonly query: Query;
}

function Front({ papers, last, query }: FrontProps) {
  const { t } = useWords();
  const { going, send } = useSending();
  const { country } = useClient();
  const goOn = useGoOn(query);
  const faults = useTypedFaults(papers);
  const form = useForm({
    name: 'documents.identity',
    form: forms.identity,
    initial: {
      doc_number: last?.doc_number ?? '',
      doc_country: countryOfFlow(query) ?? country,
      no_issue_date: false,
      issue_date: last?.dateOfIssue ?? '',
      no_expiry_date: false,
      expiry_date: '',
      file: '',
      reverse_follows: false,
      id_is_por: false,
    },
    check: (typed) => faults({ ...typed, form_name: 'identity' }),
    // The file goes as the browser holds it: the schema speaks of what the server makes of it.
    submit: async (checked, { file }) => {
      if (file === '') return;
      const { document } = await send({ ...checked, file });
      if (!document.waits_for_reverse) goOn({ needsResidence: needsResidence(papers, query, checked.id_is_por === true) });
    },
  });
  const thisYear = new Date(papers.timestamp).getUTCFullYear();
  return (
    <PlainForm
      form={form}
      given={{ issue_date: { thisYear }, expiry_date: { thisYear }, file: going }}
      verb={t('documents.send')}
    />
  );
}

function Reverse({ papers, query }: Omit<FrontProps, 'last'>) {
  const { t } = useWords();
  const { going, send } = useSending();
  const goOn = useGoOn(query);
  const form = useForm({
    name: 'documents.reverse',
    form: forms.reverse,
    initial: { file: '' },
    submit: async (checked, { file }) => {
      if (file === '') return;
      await send({ ...checked, file });
      goOn({ needsResidence: needsResidence(papers, query, false) });
    },
  });
  return (
    <>
      <h2>{t('documents.reverse.title')}</h2>
      <p>{t('documents.reverse.text')}</p>
      <PlainForm form={form} given={{ file: going }} verb={t('documents.reverse.send')} />
    </>
  );
}

/** Whether the proof of residence is asked for next: because whoever led here says so, or because it is missing. */
function needsResidence({ upload_disabled: disabled }: Papers, { needPorDocument }: Query, isResidenceToo: boolean): boolean {
  return !isResidenceToo && !disabled.poc && needPorDocument !== 'false';
}
