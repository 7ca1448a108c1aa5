import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { bankContract, type EntryAction } from '../contract.ts';
import { AssignDialog } from './AssignDialog.tsx';
import styles from './BankCase.module.css';
import { ExplainBalance } from './ExplainBalance.tsx';

/** What staff decide of a bank's: of a transaction, or of its balance. */
export default function BankCase(props: CasePartProps) {
  const [thing, id = ''] = props.subject.split(':');
  if (thing === 'bank_balance') return <ExplainBalance id={id} onDone={props.onDone} />;
  return thing === 'bank_entry' ? <EntryActions entry={id} {...props} /> : null;
}

/** What came in at the bank and no payment waits for: who paid, what they wrote, and whose it is. */
function EntryActions({ entry: id, detail, onDone }: CasePartProps & { readonly entry: string }) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<EntryAction>();
  const actions: readonly EntryAction[] = detail['direction'] === 'debit' ? ['explain'] : ['send_back', 'assign'];
  return (
    <div className={styles.stack}>
      <Entry id={id} />
      <div className={styles.actions} role="group" aria-label={t('bank.decide')}>
        {actions.map((action) => (
          <Button key={action} look={action === 'send_back' ? 'plain' : 'main'} onClick={() => setChosen(action)}>
            {t(`bank.action.${action}`)}
          </Button>
        ))}
      </div>
      {chosen && <AssignDialog id={id} action={chosen} onClose={() => setChosen(undefined)} onDone={onDone} />}
    </div>
  );
}

/** Who has paid, and what they wrote, is read by who opens the case. */
function Entry({ id }: { readonly id: string }) {
  const { t, dateTime } = useWords();
  const read = useRead(bankContract.calls.entry, { id });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={3} />}>
      {({ entry }) => (
        <Facts
          items={[
            { key: 'why', name: t('bank.why'), value: t(`bank.why.${entry.why ?? 'none'}`) },
            { key: 'payer', name: t('bank.payer'), value: entry.payer ?? t('bank.payer.none') },
            { key: 'texts', name: t('bank.texts'), value: entry.texts.join(' · ') || t('bank.texts.none') },
            { key: 'booked', name: t('bank.booked'), value: dateTime(entry.booked_at) },
          ]}
        />
      )}
    </Loaded>
  );
}
