import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract } from '../contract.ts';
import { paymentTones, type Papers } from './papers.ts';
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
                    <Upload type={type} status={status} />
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

type Method = Papers['payment_methods'][number];

/** A method that nothing is asked of may have more: another card, or another page of a statement. */
function Upload({ type, status }: { readonly type: Method['doc_id']; readonly status: Method['status'] }) {
  const { t } = useWords();
  const to = { page: pages.uploadPayment, query: { docTypeId: type } };
  if (status === 'rejected') return <LinkButton to={to}>{t('documents.again')}</LinkButton>;
  if (status === 'no_file_uploaded') return <LinkButton to={to}>{t('documents.send')}</LinkButton>;
  return (
    <LinkButton look="plain" to={to}>
      {t('documents.another')}
    </LinkButton>
  );
}
