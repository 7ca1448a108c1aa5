import { useWrite } from '../../../ui/api/reads.ts';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { UnsavedChanges } from '../../../ui/form/UnsavedChanges.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { prepaidCardsContract, type CardOffer } from '../contract.ts';

/** What is typed, with the fee said before it is taken. */
export function Apply({ offer }: { readonly offer: CardOffer }) {
  const { t, money, country } = useWords();
  const apply = useWrite(prepaidCardsContract.calls.apply);
  const [first] = offer.currencies;
  const feeOf = (currency: string) => offer.currencies.find((each) => each.currency === currency);
  const form = useForm({
    name: 'prepaidCards.apply',
    form: prepaidCardsContract.forms.apply,
    initial: {
      currency: first?.currency ?? '',
      name_on_card: offer.name_on_card,
      street: offer.street,
      city: offer.city,
      postcode: offer.postcode,
      accept_terms: false,
    },
    supply: ({ currency }) => ({ fee: feeOf(currency)?.fee ?? '' }),
    submit: async (input) => {
      await apply.mutateAsync(input);
      showToast({ tone: 'gain', title: t('prepaidCards.asked') });
    },
  });
  const chosen = feeOf(form.values.currency);
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" isBusy={form.isBusy} isWide>
            {t('prepaidCards.apply', { fee: money(chosen?.fee ?? '0', form.values.currency) })}
          </Button>
        }
      >
        <FormFields
          form={form}
          given={{
            currency: {
              options: offer.currencies.map(({ currency, fee }) => ({
                value: currency,
                label: t('prepaidCards.currency.option', { currency, fee: money(fee, currency) }),
              })),
              note: chosen && t('prepaidCards.balance', { balance: money(chosen.balance, chosen.currency) }),
            },
            street: { note: t('prepaidCards.country', { country: country(offer.country) }) },
          }}
        />
      </FormLayout>
      <UnsavedChanges isModified={form.isModified} />
    </form>
  );
}
