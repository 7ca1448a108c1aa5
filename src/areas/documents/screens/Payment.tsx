import { paymentTypes } from '../../../law/documents.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract } from '../contract.ts';
import type { Papers } from './papers.ts';
import { useSending, useTypedFaults } from './sending.ts';

const { calls, forms, pages } = documentsContract;
/** Of a payment in general, where nobody said of which method. */
const anyPayment = 56;

/** Sends the document of one payment method. */
export default function Payment({ query }: ScreenProps<typeof pages.uploadPayment>) {
  const { t } = useWords();
  const read = useRead(calls.list, {});
  const type = paymentTypes.find((each) => String(each) === query.docTypeId) ?? anyPayment;
  // What it is called and has to show is the region's.
  const proof = read.data?.payment_methods.find(({ doc_id: asked }) => asked === type)?.proof;
  return (
    <>
      <ScreenHead
        title={proof ? t(`documents.proof.${proof}`) : t(`documents.type.${type}`)}
        back={<BackLink to={{ page: pages.verifyPayment }}>{t('page.documents.payments')}</BackLink>}
      />
      <Card>
        <Stack>
          <p>{proof ? t(`documents.proof.text.${proof}`) : t('documents.payment.text.56')}</p>
          <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
            {(papers) => <PaymentForm key={type} type={type} papers={papers} />}
          </Loaded>
        </Stack>
      </Card>
    </>
  );
}

interface PaymentFormProps {
  readonly type: (typeof paymentTypes)[number] | typeof anyPayment;
  readonly papers: Papers;
}

function PaymentForm({ type, papers }: PaymentFormProps) {
  const { t } = useWords();
  const open = useOpen();
  const { going, send } = useSending();
  const faults = useTypedFaults(papers);
  const form = useForm({
    name: `documents.payment.${type}`,
    form: forms.payment,
    initial: { comment: '', file: '' },
    supply: () => ({ doc_id: type }),
    check: (typed) => faults({ ...typed, form_name: 'payment_confirmation' }),
    submit: async (checked, { file }) => {
      if (file === '') return;
      await send({ ...checked, file });
      showToast({ tone: 'gain', title: t('documents.sent'), text: t('documents.sent.text') });
      open({ page: pages.verifyPayment });
    },
  });
  return <PlainForm form={form} given={{ file: going }} verb={t('documents.send')} />;
}
