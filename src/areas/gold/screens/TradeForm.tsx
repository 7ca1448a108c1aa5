import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { TextButton } from '../../../ui/components/Button.tsx';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { goldContract, measures, type GoldQuote, type Measure } from '../contract.ts';
import { wishAfter, type Side } from '../rules.ts';
import type { GoldState } from './Gold.tsx';
import styles from './Gold.module.css';
import { QuoteDialog } from './QuoteDialog.tsx';

const { calls, forms } = goldContract;

/** What the address asks for. */
export interface AskedTrade {
  readonly by: string | undefined;
  readonly amount: string | undefined;
}

interface TradeFormProps {
  readonly side: Side;
  readonly gold: GoldState;
  readonly asked: AskedTrade;
}

export function TradeForm({ side, gold, asked }: TradeFormProps) {
  const { t } = useWords();
  const ask = useWrite(side === 'buy' ? calls.quoteBuy : calls.quoteSell);
  const [quoted, setQuoted] = useState<GoldQuote>();
  const form = useForm({
    name: `gold.${side}.${asked.by ?? ''}.${asked.amount ?? ''}`,
    form: forms.trade,
    initial: { by: readMeasure(asked.by), amount: /^\d{1,9}(\.\d{1,8})?$/.test(asked.amount ?? '') ? (asked.amount ?? '') : '' },
    derive: wishAfter,
    submit: async (sent) => setQuoted(await ask.mutateAsync(sent)),
    keepsDraft: true,
  });
  const by = readMeasure(form.values.by);
  const sellAll = (): void => {
    form.set('by', 'g');
    form.set('amount', gold.weight.g);
  };
  return (
    <PlainForm
      form={form}
      given={{
        by: { options: measures.map((value) => ({ value, label: t(`gold.by.${value}`) })) },
        amount: {
          currency: by === 'amount' ? gold.currency : by,
          ...(by === 'amount' ? {} : { help: <Limits gold={gold} by={by} /> }),
          note: <Available side={side} gold={gold} by={by} onAll={sellAll} />,
        },
      }}
      verb={t('gold.quote.ask')}
      isWide
      refusal={gold.price?.is_open === false ? t('gold.closed.unknown') : undefined}
    >
      <QuoteDialog
        quote={quoted}
        unit={by === 'oz' ? 'oz' : 'g'}
        onClose={() => setQuoted(undefined)}
        onRenew={() => form.frame.ref.current?.requestSubmit()}
        onTraded={form.reset}
      />
    </PlainForm>
  );
}

const readMeasure = (text: string | undefined): Measure => measures.find((known) => known === text) ?? 'amount';

function Limits({ gold, by }: { readonly gold: GoldState; readonly by: 'g' | 'oz' }) {
  const { t, amount } = useWords();
  const written = (weight: string): string => t(`gold.weight.${by}`, { weight: amount(weight, by) });
  return t('gold.amount.limits', { least: written(gold.limits.least[by]), most: written(gold.limits.most[by]) });
}

interface AvailableProps {
  readonly side: Side;
  readonly gold: GoldState;
  readonly by: Measure;
  readonly onAll: () => void;
}

/** What there is to pay with, or to sell. */
function Available({ side, gold, by, onAll }: AvailableProps) {
  const { t, money, amount } = useWords();
  if (side === 'buy') return gold.wallet && t('gold.available', { amount: money(gold.wallet.balance, gold.currency) });
  const unit = by === 'oz' ? 'oz' : 'g';
  const held = t(`gold.weight.${unit}`, { weight: amount(gold.weight[unit], unit) });
  return (
    <span className={styles.held}>
      {t('gold.held', { weight: held })}
      {/[1-9]/.test(gold.weight.g) && <TextButton onClick={onAll}>{t('gold.all')}</TextButton>}
    </span>
  );
}
