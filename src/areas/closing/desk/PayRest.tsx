import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { destinationFields, filledIn, NamedDestination, type TypedDestination } from '../../../ui/desk/NamedDestination.tsx';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { closingContract, type ClosingWallet } from '../contract.ts';

interface PayRestProps {
  readonly client: string;
  readonly wallet: ClosingWallet;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks why, and to which account of the client's own what has no way back goes. A second person has to agree. */
export function PayRest({ client, wallet, onClose, onDone }: PayRestProps) {
  const { t, money } = useWords();
  const { number, currency, methods, lines } = wallet;
  const [chosen, setChosen] = useState(String(methods[0]?.pm_id ?? ''));
  const [typed, setTyped] = useState<TypedDestination>({});
  const decide = useWrite(closingContract.calls.decide);
  return (
    <ReasonDialog
      name={`closing/${client}/pay_rest/${number}`}
      title={t('closing.pay_rest')}
      verb={t('closing.pay_rest')}
      isDanger={false}
      fields={['pm_id', ...destinationFields]}
      onClose={onClose}
      act={async (reason) => {
        const to = { account_number: number, ...filledIn(chosen, typed) };
        await decide.mutateAsync({ client_id: client, action: 'pay_rest', reason, ...to });
        showToast({ tone: 'gain', title: t('closing.asked') });
        onDone();
      }}
    >
      {(errors) => (
        <Stack>
          <Notice>
            {t(lines.length > 0 ? 'closing.pay_rest.text' : 'closing.pay_rest.whole', {
              number,
              back: money(wallet.goes_back, currency),
              rest: money(wallet.wayless, currency),
            })}
          </Notice>
          <NamedDestination
            methods={methods}
            chosen={chosen}
            typed={typed}
            errors={errors}
            onChoose={setChosen}
            onType={setTyped}
          />
        </Stack>
      )}
    </ReasonDialog>
  );
}
