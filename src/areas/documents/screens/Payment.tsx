import { paymentTypes } from '../../../law/documents.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Icon } from '../../../ui/components/Icon.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { PageLink, useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract } from '../contract.ts';
import { useSending } from './sending.ts';

const { forms, pages } = documentsContract;
/** Of a payment in general, where nobody said of which method. */
const anyPayment = 56;

/** Sends the document of one payment method. */
export default function Payment({ query }: ScreenProps<typeof pages.uploadPayment>) {
  const { t } = useWords();
  const type = paymentTypes.find((each) => String(each) === query.docTypeId) ?? anyPayment;
  return (
    <>
      <ScreenHead
        title={t(`documents.type.${type}`)}
        back={
          <PageLink to={{ page: pages.verifyPayment }}>
            <Icon name="back" size={16} />
            {t('page.documents.payments')}
          </PageLink>
        }
      />
      <Card>
        <Stack>
          <p>{t(`documents.payment.text.${type}`)}</p>
          <PaymentForm key={type} type={type} />
        </Stack>
      </Card>
    </>
  );
}

function PaymentForm({ type }: { readonly type: (typeof paymentTypes)[number] | typeof anyPayment }) {
  const { t } = useWords();
  const open = useOpen();
  const { sent, send } = useSending();
  const form = useForm({
    name: `documents.payment.${type}`,
    form: forms.payment,
    initial: { comment: '', file: '' },
    supply: () => ({ doc_id: type }),
    submit: async (checked, { file }) => {
      if (file === '') return;
      await send({ ...checked, file });
      showToast({ tone: 'gain', title: t('documents.sent'), text: t('documents.sent.text') });
      open({ page: pages.verifyPayment });
    },
  });
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" isBusy={form.isBusy}>
            {t('documents.send')}
          </Button>
        }
      >
        <FormFields form={form} given={{ file: { sent } }} />
      </FormLayout>
    </form>
  );
}
