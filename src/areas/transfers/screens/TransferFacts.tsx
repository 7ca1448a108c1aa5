import type { ReactNode } from 'react';
import { Facts } from '../../../ui/components/Card.tsx';
import { CopyButton } from '../../../ui/components/CopyButton.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { fundingAccountTitle } from '../../../ui/money/TransferTable.tsx';
import { rateDigits, readableRate } from '../../../ui/money/rate.ts';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { TransferDetails } from '../../../protocol/payment.ts';
import { transfersContract } from '../contract.ts';
import { isStopped } from './timeline.ts';
import styles from './Details.module.css';

interface Fact {
  readonly key: string;
  readonly name: string;
  readonly value: ReactNode;
}

type FactKey = 'id' | 'account' | 'from' | 'to' | 'arrives' | 'fee' | 'rate' | 'created' | 'updated' | 'reverses' | 'reversedBy';

/** What was agreed: where, how much, at which rate, when. */
export function TransferFacts({ transfer }: { readonly transfer: TransferDetails }) {
  const { t, dateTime } = useWords();
  const fact = (key: FactKey, value: ReactNode): Fact => ({ key, name: t(`history.fact.${key}`), value });
  const isMove = transfer.target_account_number !== null;
  return (
    <Facts
      items={[
        fact('id', <Reference id={String(transfer.id)} />),
        fact(isMove ? 'from' : 'account', <bdi>{fundingAccountTitle(transfer.account_number, transfer.account_name, t)}</bdi>),
        ...(isMove
          ? [fact('to', <bdi>{fundingAccountTitle(transfer.target_account_number, transfer.target_account_name, t)}</bdi>)]
          : []),
        // Of what was stopped nothing arrives.
        ...(isStopped(transfer.status)
          ? []
          : [fact('arrives', <Amount value={transfer.account_amount} currency={transfer.account_currency} />)]),
        fact(
          'fee',
          /[1-9]/.test(transfer.fee) ? <Amount value={transfer.fee} currency={transfer.currency} /> : t('money.fee.none'),
        ),
        ...(transfer.rate === null ? [] : [fact('rate', <Rate transfer={transfer} rate={transfer.rate} />)]),
        fact('created', dateTime(transfer.created_at)),
        fact('updated', dateTime(transfer.updated_at)),
        ...(transfer.reverses === null ? [] : [fact('reverses', <TransferLink id={transfer.reverses} />)]),
        ...transfer.reversed_by.map((id) => ({ ...fact('reversedBy', <TransferLink id={id} />), key: `reversed-${id}` })),
      ]}
    />
  );
}

function Reference({ id }: { readonly id: string }) {
  const { t } = useWords();
  return (
    <span className={styles.reference}>
      <bdi>{id}</bdi>
      <CopyButton text={id} label={t('history.fact.copy')} />
    </span>
  );
}

function Rate({ transfer, rate }: { readonly transfer: TransferDetails; readonly rate: string }) {
  const { t, number, dateTime } = useWords();
  const read = readableRate({ from: transfer.currency, to: transfer.account_currency, rate });
  const line = { ...read, rate: number(read.rate, rateDigits(read.rate)) };
  return (
    <span title={transfer.rate_as_of === null ? undefined : dateTime(transfer.rate_as_of)}>
      <bdi dir="ltr">{t('money.rate.line', line)}</bdi>
    </span>
  );
}

function TransferLink({ id }: { readonly id: number }) {
  return <PageLink to={{ page: transfersContract.pages.details, params: { id } }}>{id}</PageLink>;
}
