import { documentOwners } from '../../../law/documents.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract } from '../contract.ts';
import type { Papers } from './papers.ts';
import { SendPage } from './SendPage.tsx';
import { useGoOn, useSending, useTypedFaults } from './sending.ts';

const { calls, forms, pages } = documentsContract;
type Query = ScreenProps<typeof pages.verifyResidence>['query'];

/** Sends the proof of residence, and says in whose name it is where the region asks. */
export default function Residence({ query }: ScreenProps<typeof pages.verifyResidence>) {
  const read = useRead(calls.list, {});
  return (
    <SendPage kind="residence" read={read} query={query} isDisabled={({ upload_disabled: disabled }) => disabled.poc}>
      {(papers) => <ResidenceForm papers={papers} query={query} />}
    </SendPage>
  );
}

function ResidenceForm({ papers, query }: { readonly papers: Papers; readonly query: Query }) {
  const { t } = useWords();
  const { going, send } = useSending();
  const goOn = useGoOn(query);
  const faults = useTypedFaults(papers);
  const form = useForm({
    name: 'documents.residence',
    form: forms.residence,
    initial: { whose: '', comment: '', issue_date: '', file: '' },
    hidden: () => (papers.residence_proof.asks_whose ? [] : ['whose', 'comment']),
    check: (typed) => faults({ ...typed, form_name: 'proof_of_residence' }),
    submit: async (checked, { file }) => {
      if (file === '') return;
      await send({ ...checked, file });
      goOn({ needsResidence: false });
    },
  });
  const thisYear = new Date(papers.timestamp).getUTCFullYear();
  const whose = documentOwners.map((value) => ({ value: String(value), label: t(`documents.whose.${value}`) }));
  return (
    <PlainForm
      form={form}
      given={{
        whose: { options: [{ value: '', label: t('documents.whose.choose') }, ...whose] },
        issue_date: { thisYear },
        file: going,
      }}
      verb={t('documents.send')}
    />
  );
}
