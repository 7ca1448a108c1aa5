import { Button } from '../../../ui/components/Button.tsx';
import { Icon } from '../../../ui/components/Icon.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { UnsavedChanges } from '../../../ui/form/UnsavedChanges.tsx';
import { ConfirmSheet } from '../../../ui/money/ConfirmSheet.tsx';
import { FundingAccountBalance } from '../../../ui/money/FundingAccountBalance.tsx';
import { MethodFacts, methodIcon } from '../../../ui/money/MethodFacts.tsx';
import { fundingAccountName, fundingAccountOptions } from '../../../ui/money/names.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { DestinationKind } from '../../../law/methods.ts';
import { givesUpBonus } from '../../../law/promotions.ts';
import { newOf, type WithdrawMethod, type WithdrawSource } from '../rules.ts';
import { useWithdraw, type Withdraw, type WithdrawFormProps } from './useWithdraw.ts';
import styles from './WithdrawForm.module.css';
import { WithdrawQuote } from './WithdrawQuote.tsx';

export function WithdrawForm(props: WithdrawFormProps) {
  const { t, money } = useWords();
  const withdraw = useWithdraw(props);
  const { form, amount, source, confirmed, currency } = withdraw;
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" isBusy={form.isBusy} isWide>
            {amount === '' ? t('withdraw.action') : t('withdraw.action.amount', { amount: money(amount, currency) })}
          </Button>
        }
      >
        <WishFields withdraw={withdraw} {...props} />
        <WithdrawQuote
          question={{
            account_number: form.values.account_number,
            amount,
            pm_id: form.values.pm_id,
            ...chosen(form.values.destination),
          }}
          isAsked={withdraw.isWithinLimits}
        />
      </FormLayout>
      <ConfirmSheet
        confirmed={confirmed}
        title={t('withdraw.confirm.title')}
        leaves={t('withdraw.confirm.leaves')}
        time={t('withdraw.confirm.time')}
        target={source ? t('withdraw.confirm.from', { name: fundingAccountName(source, t), number: String(source.number) }) : ''}
        action={t('withdraw.action.amount', { amount: confirmed ? money(confirmed.quote.amount, confirmed.quote.currency) : '' })}
        onClose={withdraw.close}
        onRenew={withdraw.ask}
        onSaved={withdraw.leave}
        onResend={withdraw.resend}
      />
      <UnsavedChanges isModified={form.isModified} />
    </form>
  );
}

/** One that is known already. */
const chosen = (destination: string) => (/^\d+$/.test(destination) ? { destination } : {});

/** Out of where, by which way, and how much. */
function WishFields({ withdraw, accounts, methods }: WithdrawFormProps & { readonly withdraw: Withdraw }) {
  const { t, money } = useWords();
  const { form, source, terms, currency } = withdraw;
  const method = methods.find(({ pm_id }) => String(pm_id) === form.values.pm_id);
  return (
    <FormFields
      form={form}
      given={{
        account_number: {
          options: fundingAccountOptions(accounts, t),
          note: source && <Available source={source} />,
          after: source && givesUpBonus({ isPromo: source.is_promo, promotionId: source.promotion_id }) && (
            <Notice tone="loss">{t('withdraw.promo')}</Notice>
          ),
        },
        pm_id: { options: methods.map((each) => optionOf(each, { t, money, currency, isChosen: each === method })) },
        destination: {
          options: method?.destination ? destinationOptions(method, method.destination, t) : [],
        },
        bank: {
          options: [
            { value: '', label: t('withdraw.bank.choose') },
            ...(method?.banks ?? []).map((bank) => ({ value: bank, label: bank })),
          ],
        },
        crypto_network: {
          options: [
            { value: '', label: t('withdraw.coin.choose') },
            ...(method?.coins ?? []).map(({ key, coin, network }) => ({
              value: key,
              label: t('withdraw.coin.option', { coin, network }),
            })),
          ],
        },
        wallet_held: {
          options: [
            { value: '', label: t('withdraw.held.choose') },
            ...(['self', 'exchange'] as const).map((held) => ({ value: held, label: t(`withdraw.held.${held}`) })),
          ],
          after: method?.destination === 'coin' && <Notice tone="warn">{t('withdraw.proof')}</Notice>,
        },
        amount: {
          currency,
          help: terms && t('money.amount.limits', { min: money(terms.min, currency), max: money(terms.max, currency) }),
          note: source && (
            <button type="button" className={styles.all} onClick={() => form.set('amount', source.available)}>
              {t('withdraw.all')}
            </button>
          ),
        },
      }}
    />
  );
}

/** Those that were used before, and a new one. */
function destinationOptions(
  { destinations }: WithdrawMethod,
  kind: DestinationKind,
  t: ReturnType<typeof useWords>['t'],
): { value: string; label: string }[] {
  const used = destinations.map(({ id, name, is_cooling: isCooling }) => ({
    value: String(id),
    label: isCooling ? t('withdraw.to.cooling', { name }) : name,
  }));
  return [...used, ...newOf(kind).map((value) => ({ value, label: t('withdraw.to.new') }))];
}

interface OptionParts extends Pick<ReturnType<typeof useWords>, 't' | 'money'> {
  readonly currency: string;
  readonly isChosen: boolean;
}

/** A method with its terms, and what still can go back by it. */
function optionOf(method: WithdrawMethod, { t, money, currency, isChosen }: OptionParts) {
  const { pm_id, key, left, destination } = method;
  const back = left.map(({ amount, currency: paid }) => t('withdraw.left', { left: money(amount, paid) }));
  const sentences = [...back, ...(destination ? [t('withdraw.rest')] : [])];
  return {
    value: String(pm_id),
    label: t(`money.method.${key}`),
    detail: (
      <>
        <MethodFacts method={method} currency={currency} isChosen={isChosen} hasHint={false} />
        {sentences.map((sentence) => (
          <span key={sentence} className={styles.sentence}>
            {sentence}
          </span>
        ))}
      </>
    ),
    mark: <Icon name={methodIcon(method)} size={22} />,
  };
}

function Available({ source }: { readonly source: WithdrawSource }) {
  const { t, money } = useWords();
  const available = money(source.available, source.currency);
  return <FundingAccountBalance text={t('withdraw.available', { available })} asOf={source.available_as_of} />;
}
