import { useState } from 'react';
import { typedAmount } from '../../../base/amount.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { TextField } from '../../../ui/components/Field.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import { tradingContract } from '../contract.ts';

interface TrailingFieldProps {
  readonly points: string;
  readonly help: string;
  readonly onPoints: (text: string) => void;
}

export function TrailingField({ points, help, onPoints }: TrailingFieldProps) {
  const { t } = useWords();
  return (
    <TextField
      label={t('trading.trailing')}
      help={help}
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      isOptional
      value={points}
      onChange={(event) => onPoints(event.target.value)}
    />
  );
}

/** Whole points as they are typed; undefined where it is no number. */
export function typedPoints(text: string): string | undefined {
  return typedAmount(text, 0)?.slice(0, 6);
}

/** At how many points the stop of a position, or of an order that waits, follows, as it is kept and as it is typed; nothing typed takes that away. */
export function useTrailing(account: Account, position: string) {
  const read = useRead(tradingContract.calls.trailing, { account: account.number });
  const write = useWrite(tradingContract.calls.setTrailing);
  const [typed, setTyped] = useState<string>();
  const kept = read.data?.trailing.find((one) => one.position === position);
  const before = kept ? String(kept.distance_points) : '';
  return {
    points: typed ?? before,
    isChanged: typed !== undefined && typed !== before,
    type: (text: string): void => setTyped(typedPoints(text) ?? typed ?? before),
    save: (then: () => void): void =>
      write.mutate(
        { account: account.number, id: position, distance_points: Number(typed ?? 0) },
        {
          onSuccess: () => {
            setTyped(undefined);
            then();
          },
        },
      ),
    isBusy: write.isPending,
    failure: write.error,
  };
}
