import { Figures } from '../../../ui/components/Money.tsx';

/** A percentage in its figures: a gain or a loss by colour and word where it is one. */
export function Percent({ value, isGain = false }: { readonly value: string; readonly isGain?: boolean }) {
  return (
    <bdi dir="ltr">
      <Figures value={value} kind={isGain ? 'gain' : 'plain'} />%
    </bdi>
  );
}
