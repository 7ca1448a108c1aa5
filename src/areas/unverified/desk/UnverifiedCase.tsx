import { useState } from 'react';
import { isCurrency } from '../../../base/currency.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { unverifiedContract, type UnverifiedWaiting } from '../contract.ts';
import { DecideDialog, type Act, type CaseOf } from './DecideDialog.tsx';

/** What came in before the papers were approved and could not go back by itself: why, and what is done with it. */
export default function UnverifiedCase({ subject, onDone }: CasePartProps) {
  const [thing = '', client = '', currency = ''] = subject.split(':');
  return thing === 'unverified' && isCurrency(currency) ? <Waiting of={{ client, currency }} onDone={onDone} /> : null;
}

interface WaitingProps {
  readonly of: CaseOf;
  readonly onDone: () => void;
}

function Waiting({ of, onDone }: WaitingProps) {
  const read = useRead(unverifiedContract.calls.look, { client_id: of.client, currency: of.currency });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
      {({ waiting }) => <Told of={of} waiting={waiting} onDone={onDone} />}
    </Loaded>
  );
}

function Told({ of, waiting, onDone }: WaitingProps & { readonly waiting: UnverifiedWaiting }) {
  const { t, money, date } = useWords();
  const [chosen, setChosen] = useState<Act>();
  const { currency, held, deposits } = waiting;
  const maySend = held === null && Number(waiting.in_wallet) > 0 && waiting.methods.length > 0;
  return (
    <Stack>
      <Facts
        items={[
          { key: 'amount', name: t('unverified.desk.amount'), value: money(waiting.amount, currency) },
          { key: 'wallet', name: t('unverified.desk.inWallet'), value: money(waiting.in_wallet, currency) },
          { key: 'due', name: t('unverified.desk.due'), value: date(waiting.due_at) },
        ]}
      />
      <ul>
        {deposits.map(({ transfer_id: id, left }) => (
          <li key={id}>{t('unverified.desk.deposit', { id: String(id), amount: money(left, currency) })}</li>
        ))}
      </ul>
      {held && <Notice tone="warn">{t(`unverified.desk.held.${held}`)}</Notice>}
      {waiting.is_asked ? (
        <Notice tone="note">{t('unverified.desk.isAsked')}</Notice>
      ) : (
        <div>
          {waiting.may_extend && (
            <Button look="plain" onClick={() => setChosen('extend')}>
              {t('unverified.desk.extend')}
            </Button>
          )}
          {maySend && <Button onClick={() => setChosen('send_back')}>{t('unverified.desk.send_back')}</Button>}
        </div>
      )}
      {chosen && <DecideDialog of={of} waiting={waiting} act={chosen} onClose={() => setChosen(undefined)} onDone={onDone} />}
    </Stack>
  );
}
