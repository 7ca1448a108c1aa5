import { askedPapers, type AskedPaper } from '../../../protocol/payout.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Checks, SelectField } from '../../../ui/components/Choice.tsx';
import { TextField } from '../../../ui/components/Field.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { CodeField } from '../../../ui/desk/DecideDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { reasonCodes, reviewsContract, type ReviewReason } from '../contract.ts';
import styles from './CaseActions.module.css';

/** What is typed for a decision besides its reason. */
export interface Typed {
  readonly amount: string;
  readonly code: ReviewReason | '';
  readonly paper: AskedPaper;
  readonly lines: readonly string[];
}

/** What a decision needs, and whether a second person has to agree to it. */
export interface Asks {
  readonly amount: 'adjusted' | 'taken' | undefined;
  readonly code: boolean;
  readonly lines: boolean;
  readonly paper: boolean;
  readonly second: boolean;
}

interface FieldsProps {
  readonly asks: Asks;
  readonly errors: Readonly<Record<string, string>>;
  readonly typed: Typed;
  readonly transfer: string;
  readonly onType: (change: Partial<Typed>) => void;
}

/** What is asked besides the reason. */
export function AskedFields({ asks, errors, typed, transfer, onType }: FieldsProps) {
  const { t } = useWords();
  return (
    <div className={styles.asked}>
      <Notice tone={asks.second ? 'note' : 'warn'}>{t(asks.second ? 'reviews.second' : 'reviews.atOnce')}</Notice>
      {asks.amount && (
        <TextField
          name="amount"
          inputMode="decimal"
          label={t(`reviews.amount.${asks.amount}`)}
          help={t(`reviews.amount.${asks.amount}.help`)}
          error={errors['amount']}
          isOptional={asks.amount === 'taken'}
          value={typed.amount}
          onChange={(event) => onType({ amount: event.target.value })}
        />
      )}
      {asks.code && (
        <CodeField
          codes={{
            all: reasonCodes,
            label: t('reviews.code'),
            help: t('reviews.code.help'),
            none: t('reviews.code.none'),
            nameOf: (each) => t(`reviews.code.${each}`),
          }}
          error={errors['reason_code']}
          value={typed.code}
          onChange={(code) => onType({ code })}
        />
      )}
      {asks.paper && (
        <SelectField
          name="paper"
          label={t('reviews.paper')}
          help={t('reviews.paper.help')}
          error={errors['paper']}
          value={typed.paper}
          onChange={(event) => onType({ paper: askedPapers.find((each) => each === event.target.value) ?? 'payment_proof' })}
          options={askedPapers.map((each) => ({ value: each, label: t(`reviews.paper.${each}`) }))}
        />
      )}
      {asks.lines && <SplitLines transfer={transfer} error={errors['lines']} lines={typed.lines} onType={onType} />}
    </div>
  );
}

interface SplitProps extends Pick<FieldsProps, 'transfer' | 'onType'> {
  readonly lines: readonly string[];
  readonly error: string | undefined;
}

/** Which lines of a withdrawal go out now. */
function SplitLines({ transfer, error, lines, onType }: SplitProps) {
  const { t, money } = useWords();
  const read = useRead(reviewsContract.calls.lines, { transfer_id: transfer });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={2} />}>
      {({ lines: found }) =>
        found.length < 2 ? (
          <Notice tone="note">{t('reviews.lines.one')}</Notice>
        ) : (
          <>
            <Checks
              label={t('reviews.lines')}
              name="lines"
              value={lines}
              error={error}
              onChange={(chosen) => onType({ lines: chosen })}
              options={found.map(({ line, way, to, amount, currency }) => ({
                value: String(line),
                label: t(`reviews.line.${way}`, { line, amount: money(amount, currency), to: to ?? t('reviews.line.unnamed') }),
              }))}
            />
            <p>{t('reviews.lines.help')}</p>
          </>
        )
      }
    </Loaded>
  );
}
