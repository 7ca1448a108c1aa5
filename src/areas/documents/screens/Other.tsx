import { useRead } from '../../../ui/api/reads.ts';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract } from '../contract.ts';
import type { Papers } from './papers.ts';
import { useSending, useTypedFaults } from './sending.ts';

const { calls, forms, pages } = documentsContract;

/** Sends what is neither a proof of identity nor of residence nor of a payment, such as what support has asked for. */
export default function Other() {
  const { t } = useWords();
  const read = useRead(calls.list, {});
  return (
    <>
      <ScreenHead
        title={t('page.documents.other')}
        back={<BackLink to={{ page: pages.documentsList }}>{t('page.documents.list')}</BackLink>}
      />
      <Card>
        <Stack>
          <p>{t('documents.other.text')}</p>
          <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
            {(papers) => <OtherForm papers={papers} />}
          </Loaded>
        </Stack>
      </Card>
    </>
  );
}

function OtherForm({ papers }: { readonly papers: Papers }) {
  const { t } = useWords();
  const open = useOpen();
  const { going, send } = useSending();
  const faults = useTypedFaults(papers);
  const form = useForm({
    name: 'documents.other',
    form: forms.other,
    initial: { comment: '', file: '' },
    // Whoever looks at it has to know what it is; a program may leave it out.
    check: (typed) => ({
      ...(typed.comment.trim() === '' ? { comment: t('documents.wrong.missing') } : {}),
      ...faults({ ...typed, form_name: 'other' }),
    }),
    submit: async (checked, { file }) => {
      if (file === '') return;
      await send({ ...checked, file });
      showToast({ tone: 'gain', title: t('documents.sent'), text: t('documents.sent.text') });
      open({ page: pages.documentsList });
    },
  });
  return <PlainForm form={form} given={{ file: going }} verb={t('documents.send')} />;
}
