import type { ScreenProps } from '../../../ui/page/screen.ts';
import type { goldContract } from '../contract.ts';
import { Trade } from './Trade.tsx';

export default function Buy({ query }: ScreenProps<typeof goldContract.pages.buy>) {
  return <Trade side="buy" by={query.by} amount={query.amount} />;
}
