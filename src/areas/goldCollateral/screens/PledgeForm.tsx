import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { EmptyState } from '../../../ui/components/States.tsx';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { goldCollateralContract, units, type PledgePreview } from '../contract.ts';
import { wishAfter } from '../rules.ts';
import type { Collateral } from './MarketClosed.tsx';
import { AskedDialog } from './AskedDialog.tsx';

const { calls, forms } = goldCollateralContract;

/** How much is pledged for which account. */
export function PledgeForm({ collateral }: { readonly collateral: Collateral }) {
  const { t, amount } = useWords();
  const { accounts, held } = collateral;
  const ask = useWrite(calls.previewPledge);
  const [asked, setAsked] = useState<PledgePreview>();
  const form = useForm({
    name: 'gold.pledge',
    form: forms.pledge,
    initial: { account: String(accounts[0]?.number ?? ''), by: 'g', amount: '' },
    derive: wishAfter,
    submit: async (sent) => setAsked(await ask.mutateAsync(sent)),
    keepsDraft: true,
  });
  if (accounts.length === 0)
    return <EmptyState picture="wallet" title={t('goldCollateral.none.title')} text={t('goldCollateral.none.text')} />;
  const unit = form.values.by === 'oz' ? 'oz' : 'g';
  return (
    <PlainForm
      form={form}
      given={{
        account: { options: accounts.map(({ number, name }) => ({ value: String(number), label: `${name} · ${number}` })) },
        by: { options: units.map((value) => ({ value, label: t(`goldCollateral.by.${value}`) })) },
        amount: {
          currency: unit,
          note: t('goldCollateral.held', {
            weight: t(`goldCollateral.weight.${unit}`, { weight: amount(held[unit], unit) }),
          }),
        },
      }}
      verb={t('goldCollateral.ask')}
      isWide
      refusal={collateral.is_open === false ? t('goldCollateral.closed.unknown') : undefined}
    >
      {asked && <AskedDialog asked={asked} wish={form.values} onClose={() => setAsked(undefined)} onDone={form.reset} />}
    </PlainForm>
  );
}
