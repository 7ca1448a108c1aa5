import type { ScreenProps } from '../../../ui/page/screen.ts';
import type { goldContract } from '../contract.ts';
import { Trade } from './Trade.tsx';

export default function Sell({ query }: ScreenProps<typeof goldContract.pages.sell>) {
  return <Trade side="sell" by={query.by} amount={query.amount} />;
}
