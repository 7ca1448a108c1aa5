import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { TextField } from '../../../ui/components/Field.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { CodeField } from '../../../ui/desk/DecideDialog.tsx';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { reasonCodes, reviewsContract, type ReviewReason } from '../contract.ts';
import { subjectOf, type CaseAction, type CaseFacts } from '../rules.ts';
import styles from './CaseActions.module.css';

const { calls } = reviewsContract;

interface DecideDialogProps {
  readonly facts: CaseFacts;
  readonly chosen: CaseAction;
  readonly onClose: () => void;
  /** Once it is decided, or a second person was asked. */
  readonly onDone: () => void;
}

/** Asks why, and what else the decision needs; says when a second person has to agree. */
export function DecideDialog({ facts, chosen, onClose, onDone }: DecideDialogProps) {
  const { t } = useWords();
  const [amount, setAmount] = useState('');
  const [code, setCode] = useState<ReviewReason | ''>('');
  const decide = useDecision(facts, chosen);
  const asks = asked(facts, chosen);
  const name = `${chosen.call}.${chosen.action}`;
  const { thing, id } = subjectOf(facts);
  const act = async (reason: string): Promise<void> => {
    const { approval } = await decide({ reason, amount: amount.trim(), code });
    showToast({
      tone: 'gain',
      title: t(approval ? 'reviews.asked' : 'reviews.decided'),
      ...(approval && { text: t('reviews.asked.text') }),
    });
    onDone();
  };
  return (
    <ReasonDialog
      name={`review/${facts.subject}/${name}`}
      title={t('reviews.title', { verb: verbOf(t, thing, chosen), thing: `${thing} ${id}` })}
      verb={verbOf(t, thing, chosen)}
      isDanger={chosen.action === 'decline'}
      fields={['amount', 'reason_code']}
      onClose={onClose}
      act={act}
    >
      {(errors) => <Fields asks={asks} errors={errors} amount={amount} code={code} onAmount={setAmount} onCode={setCode} />}
    </ReasonDialog>
  );
}

interface FieldsProps {
  readonly asks: ReturnType<typeof asked>;
  readonly errors: Readonly<Record<string, string>>;
  readonly amount: string;
  readonly code: ReviewReason | '';
  readonly onAmount: (amount: string) => void;
  readonly onCode: (code: ReviewReason | '') => void;
}

/** What is asked besides the reason. */
function Fields({ asks, errors, amount, code, onAmount, onCode }: FieldsProps) {
  const { t } = useWords();
  return (
    <div className={styles.asked}>
      <Notice tone={asks.second ? 'note' : 'warn'}>{t(asks.second ? 'reviews.second' : 'reviews.atOnce')}</Notice>
      {asks.amount && (
        <TextField
          name="amount"
          inputMode="decimal"
          label={t(`reviews.amount.${asks.amount}`)}
          help={t(`reviews.amount.${asks.amount}.help`)}
          error={errors['amount']}
          isOptional={asks.amount === 'taken'}
          value={amount}
          onChange={(event) => onAmount(event.target.value)}
        />
      )}
      {asks.code && (
        <CodeField
          codes={{
            all: reasonCodes,
            label: t('reviews.code'),
            help: t('reviews.code.help'),
            none: t('reviews.code.none'),
            nameOf: (each) => t(`reviews.code.${each}`),
          }}
          error={errors['reason_code']}
          value={code}
          onChange={onCode}
        />
      )}
    </div>
  );
}

function verbOf(t: ReturnType<typeof useWords>['t'], thing: string, { action }: CaseAction): string {
  return t(thing === 'debt' ? `reviews.debt.${action}` : `reviews.action.${action}`);
}

/** What a decision needs besides its reason, and whether a second person has to agree to it. */
function asked(facts: CaseFacts, { call, action }: CaseAction) {
  const isDebt = subjectOf(facts).thing === 'debt';
  const { kind, needs_second: needsSecond } = facts.detail;
  const isWithdrawal = kind === 'withdrawal';
  const isReversal = call === 'transfer' && action === 'approve' && kind !== 'deposit' && !isWithdrawal;
  return {
    amount: call === 'adjust' ? ('adjusted' as const) : isReversal ? ('taken' as const) : undefined,
    code: call === 'transfer' && action === 'decline',
    second: isWithdrawal
      ? action === 'approve' && needsSecond === true
      : action === 'approve' || action === 'adjust' || (isDebt && action === 'decline'),
  };
}

interface Typed {
  readonly reason: string;
  readonly amount: string;
  readonly code: ReviewReason | '';
}

/** Sends what was decided by the call that the case asks for. */
function useDecision(facts: CaseFacts, chosen: CaseAction) {
  const transfer = useWrite(calls.transfer);
  const transaction = useWrite(calls.transaction);
  const negative = useWrite(calls.negative);
  const settlement = useWrite(calls.settlement);
  const payout = useWrite(calls.payout);
  const adjust = useWrite(calls.adjust);
  const { id } = subjectOf(facts);
  return async ({ reason, amount, code }: Typed): Promise<{ readonly approval: object | null }> => {
    switch (chosen.call) {
      case 'transfer': {
        const more = { ...(code === '' ? {} : { reason_code: code }), ...(amount === '' ? {} : { amount }) };
        return transfer.mutateAsync({ transfer_id: id, action: chosen.action, reason, ...more });
      }
      case 'transaction':
        return transaction.mutateAsync({ id, action: chosen.action, reason });
      case 'negative':
        return negative.mutateAsync({ id, action: chosen.action, reason });
      case 'payout':
        return payout.mutateAsync({ id, reason });
      case 'settlement':
        return settlement.mutateAsync({ id, reason });
      case 'adjust': {
        const { client_id, account, currency } = facts.detail;
        return adjust.mutateAsync({
          client_id: String(client_id),
          account_number: String(account),
          amount,
          currency: String(currency),
          reason,
        });
      }
    }
  };
}
