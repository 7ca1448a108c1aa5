import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { goldDeliveryContract, type AskedDelivery } from '../contract.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

const { calls, forms } = goldDeliveryContract;

export type DeliveryInfo = AnswerOf<typeof calls.info>;

/** Which bars, and where to. */
export function DeliveryForm({ info }: { readonly info: DeliveryInfo }) {
  const { t, money, number } = useWords();
  const ask = useWrite(calls.request);
  const [asked, setAsked] = useState<AskedDelivery>();
  const { recipient, street, phone, country } = info.address;
  const form = useForm({
    name: 'gold.delivery',
    form: forms.request,
    initial: { size: info.sizes[0]?.grams ?? '', count: '1', recipient, street, town: '', postcode: '', phone },
    submit: async (sent) => setAsked(await ask.mutateAsync(sent)),
    keepsDraft: true,
  });
  const sizes = info.sizes.map(({ grams, making, ready }) => ({
    value: grams,
    label: t('goldDelivery.size.option', {
      weight: number(Number(grams)),
      making: money(making, info.currency),
      ready: ready > 0 ? 'yes' : 'no',
    }),
  }));
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" isBusy={form.isBusy} isWide>
            {t('goldDelivery.ask')}
          </Button>
        }
      >
        <FormFields
          form={form}
          given={{
            size: { options: sizes },
            count: { help: t('goldDelivery.count.help', { most: info.most_bars }) },
            town: { note: t('goldDelivery.country', { country }) },
          }}
        />
      </FormLayout>
      {asked && <ConfirmDialog asked={asked} onClose={() => setAsked(undefined)} onConfirmed={form.reset} />}
    </form>
  );
}
