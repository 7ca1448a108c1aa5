import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { showToast } from '../../../ui/components/toast.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { reviewsContract } from '../contract.ts';
import { subjectOf, type CaseAction, type CaseFacts } from '../rules.ts';
import { AskedFields, type Asks, type Typed } from './AskedFields.tsx';

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
  const [typed, setTyped] = useState<Typed>({ amount: '', code: '', paper: 'payment_proof', lines: [] });
  const decide = useDecision(facts, chosen);
  const asks = asked(facts, chosen);
  const name = `${chosen.call}.${chosen.action}`;
  const { thing, id } = subjectOf(facts);
  const act = async (reason: string): Promise<void> => {
    const { approval } = await decide({ ...typed, amount: typed.amount.trim(), reason });
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
      fields={['amount', 'reason_code', 'lines', 'paper']}
      onClose={onClose}
      act={act}
    >
      {(errors) => (
        <AskedFields
          asks={asks}
          errors={errors}
          typed={typed}
          transfer={id}
          onType={(change) => setTyped((before) => ({ ...before, ...change }))}
        />
      )}
    </ReasonDialog>
  );
}

function verbOf(t: ReturnType<typeof useWords>['t'], thing: string, { action }: CaseAction): string {
  return t(thing === 'debt' ? `reviews.debt.${action}` : `reviews.action.${action}`);
}

/** What a decision needs besides its reason, and whether a second person has to agree to it. */
function asked(facts: CaseFacts, { call, action }: CaseAction): Asks {
  const isDebt = subjectOf(facts).thing === 'debt';
  const { kind, needs_second: needsSecond } = facts.detail;
  const isWithdrawal = kind === 'withdrawal' || kind === 'withdrawal_rest';
  const isReversal = call === 'transfer' && action === 'approve' && kind !== 'deposit' && !isWithdrawal;
  return {
    lines: action === 'split',
    paper: action === 'ask_document',
    amount: call === 'adjust' ? ('adjusted' as const) : isReversal ? ('taken' as const) : undefined,
    code: call === 'transfer' && action === 'decline',
    second: isWithdrawal
      ? (action === 'approve' || action === 'split') && needsSecond === true
      : (action === 'approve' && kind !== 'payout_refused') || action === 'adjust' || (isDebt && action === 'decline'),
  };
}

/** Sends what was decided by the call that the case asks for. */
function useDecision(facts: CaseFacts, chosen: CaseAction) {
  const transfer = useWrite(calls.transfer);
  const transaction = useWrite(calls.transaction);
  const negative = useWrite(calls.negative);
  const settlement = useWrite(calls.settlement);
  const payout = useWrite(calls.payout);
  const secondTrade = useWrite(calls.secondTrade);
  const unseen = useWrite(calls.unseen);
  const adjust = useWrite(calls.adjust);
  const { id } = subjectOf(facts);
  return async ({
    reason,
    amount,
    code,
    lines,
    paper,
  }: Typed & { readonly reason: string }): Promise<{ readonly approval: object | null }> => {
    switch (chosen.call) {
      case 'transfer': {
        const more = { ...(code === '' ? {} : { reason_code: code }), ...(amount === '' ? {} : { amount }) };
        const asked = {
          ...(chosen.action === 'split' && { lines: lines.map(Number) }),
          ...(chosen.action === 'ask_document' && { paper }),
        };
        return transfer.mutateAsync({ transfer_id: id, action: chosen.action, reason, ...more, ...asked });
      }
      case 'transaction':
        return transaction.mutateAsync({ id, action: chosen.action, reason });
      case 'negative':
        return negative.mutateAsync({ id, action: chosen.action, reason });
      case 'payout':
        return payout.mutateAsync({ id, reason });
      case 'settlement':
        return settlement.mutateAsync({ id, reason });
      case 'secondTrade':
        return secondTrade.mutateAsync({ id, reason });
      case 'unseen':
        return unseen.mutateAsync({ id, reason });
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
