import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { TextButton } from '../../../ui/components/Button.tsx';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { goldCollateralContract, units, type PledgePreview } from '../contract.ts';
import { wishAfter } from '../rules.ts';
import { AskedDialog } from './AskedDialog.tsx';

const { calls, forms, pages } = goldCollateralContract;

interface ReturnFormProps {
  readonly left: AnswerOf<typeof calls.returnable>;
  readonly isShut: boolean;
}

/** How much of it. */
export function ReturnForm({ left, isShut }: ReturnFormProps) {
  const { t, amount } = useWords();
  const open = useOpen();
  const ask = useWrite(calls.previewReturn);
  const [asked, setAsked] = useState<PledgePreview>();
  const account = String(left.account);
  const form = useForm({
    name: `gold.return.${account}`,
    form: forms.giveBack,
    initial: { by: 'g', amount: '' },
    derive: wishAfter,
    supply: () => ({ account }),
    submit: async (sent) => setAsked(await ask.mutateAsync(sent)),
  });
  const unit = form.values.by === 'oz' ? 'oz' : 'g';
  const written = (weight: string): string => t(`goldCollateral.weight.${unit}`, { weight: amount(weight, unit) });
  const returnAll = (): void => {
    form.set('by', 'g');
    form.set('amount', left.most.g);
  };
  return (
    <PlainForm
      form={form}
      given={{
        by: { options: units.map((value) => ({ value, label: t(`goldCollateral.by.${value}`) })) },
        amount: {
          currency: unit,
          help: t('goldCollateral.return.most', { most: written(left.most[unit]), pledged: written(left.pledged[unit]) }),
          note: /[1-9]/.test(left.most.g) && <All onAll={returnAll} />,
        },
      }}
      verb={t('goldCollateral.return.ask')}
      isWide
      refusal={isShut ? t('goldCollateral.closed.unknown') : undefined}
    >
      {asked && (
        <AskedDialog
          asked={asked}
          wish={form.values}
          onClose={() => setAsked(undefined)}
          onDone={() => open({ page: pages.collateral })}
        />
      )}
    </PlainForm>
  );
}

function All({ onAll }: { readonly onAll: () => void }) {
  const { t } = useWords();
  return <TextButton onClick={onAll}>{t('goldCollateral.return.all')}</TextButton>;
}
