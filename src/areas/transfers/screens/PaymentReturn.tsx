import { useEffect } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { transfersContract } from '../contract.ts';

const { pages, calls } = transfersContract;

/** Back from the hosted page: the provider is asked how the payment stands, and the transfer's timeline goes on. */
export default function PaymentReturn({ query }: ScreenProps<typeof pages.paymentReturn>) {
  const { t } = useWords();
  const tid = /^\d{1,9}$/.test(query.tid ?? '') ? query.tid : undefined;
  const read = useRead(calls.result, { tid: tid ?? '0' }, { enabled: tid !== undefined });
  return (
    <>
      <ScreenHead title={t('page.payment-return')} />
      {tid === undefined ? (
        <Card>
          <EmptyState
            picture="transfers"
            title={t('history.return.unknown.title')}
            text={t('history.return.unknown.text')}
            action={<LinkButton to={{ page: pages.overview }}>{t('page.transfers')}</LinkButton>}
          />
        </Card>
      ) : (
        <Loaded read={read} skeleton={<Asking />}>
          {({ transfer }) => <Onward id={transfer.id} />}
        </Loaded>
      )}
    </>
  );
}

function Asking() {
  const { t } = useWords();
  return (
    <>
      <p role="status">{t('history.return.asking')}</p>
      <SkeletonCard lines={5} />
    </>
  );
}

function Onward({ id }: { readonly id: number }) {
  const open = useOpen();
  useEffect(() => {
    open({ page: pages.details, params: { id } }, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one answer leads on once
  }, [id]);
  return <Asking />;
}
