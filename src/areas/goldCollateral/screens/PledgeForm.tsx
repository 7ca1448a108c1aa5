import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { EmptyState } from '../../../ui/components/States.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
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
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button
            type="submit"
            isBusy={form.isBusy}
            isWide
            refusal={collateral.is_open === false ? t('goldCollateral.closed.unknown') : undefined}
            isRefusalShown={false}
          >
            {t('goldCollateral.ask')}
          </Button>
        }
      >
        <FormFields
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
        />
      </FormLayout>
      {asked && <AskedDialog asked={asked} wish={form.values} onClose={() => setAsked(undefined)} onDone={form.reset} />}
    </form>
  );
}
