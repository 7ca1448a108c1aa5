import type { InvestmentSource, ShownInvestment } from '../../protocol/investment.ts';
import { addFundsForm, investmentCalls } from '../../protocol/investmentCalls.ts';
import { useWrite } from '../api/reads.ts';
import { Dialog } from '../components/Dialog.tsx';
import { showToast } from '../components/toast.ts';
import { PlainForm } from '../form/PlainForm.tsx';
import { useForm } from '../form/useForm.ts';
import { useWords } from '../words/context.tsx';
import { givenSources } from './sources.ts';

interface AddFundsProps {
  readonly one: ShownInvestment;
  readonly sources: readonly InvestmentSource[];
  readonly onClose: () => void;
}

/** More money for what is followed. */
export function AddFunds({ one, sources, onClose }: AddFundsProps) {
  const words = useWords();
  const { t } = words;
  const add = useWrite(investmentCalls.addFunds);
  const form = useForm({
    name: `investments.add.${one.id}`,
    form: addFundsForm,
    initial: { trans_account: String(sources[0]?.number ?? ''), amount: '' },
    supply: () => ({ strategy_id: one.strategy_id }),
    submit: async (sent) => {
      await add.mutateAsync(sent);
      showToast({ tone: 'gain', title: t('investments.added') });
      onClose();
    },
  });
  const currency = sources.find(({ number }) => String(number) === form.values.trans_account)?.currency ?? '';
  return (
    <Dialog isOpen onClose={onClose} title={t('investments.add')}>
      <PlainForm
        form={form}
        given={{ trans_account: givenSources(words, sources, form.values.trans_account), amount: { currency } }}
        verb={t('investments.add')}
      />
    </Dialog>
  );
}
