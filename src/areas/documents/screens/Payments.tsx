import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract } from '../contract.ts';
import { paymentTones } from './papers.ts';
import { Reasons } from './Reasons.tsx';

const { calls, pages } = documentsContract;

/** The payment methods that a document proves, and how far each is. */
export default function Payments() {
  const { t } = useWords();
  // However many other papers were sent since.
  const read = useRead(calls.list, { form_name: 'payment_confirmation' });
  return (
    <>
      <ScreenHead
        title={t('page.documents.payments')}
        text={t('documents.payments.text')}
        back={<BackLink to={{ page: pages.verifyProfile }}>{t('nav.documents')}</BackLink>}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ payment_methods: methods, documents }) => (
          <Columns isLevel>
            {methods.map(({ doc_id: type, proof, status }) => {
              const last = documents.find(({ documentType }) => documentType === type);
              return (
                <Card
                  key={type}
                  title={t(`documents.proof.${proof}`)}
                  aside={<Status tone={paymentTones[status]}>{t(`documents.payment.${status}`)}</Status>}
                >
                  <Stack>
                    <p>{t(`documents.proof.text.${proof}`)}</p>
                    {status === 'rejected' && last && <Reasons paper={last} />}
                    {(status === 'rejected' || status === 'no_file_uploaded') && (
                      <LinkButton to={{ page: pages.uploadPayment, query: { docTypeId: type } }}>
                        {t(status === 'rejected' ? 'documents.again' : 'documents.send')}
                      </LinkButton>
                    )}
                  </Stack>
                </Card>
              );
            })}
          </Columns>
        )}
      </Loaded>
    </>
  );
}
