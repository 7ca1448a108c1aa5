import type { OpenPosition } from '../../../protocol/account.ts';
import { noTerms, termsOf, type TermsDraft } from './OrderTerms.tsx';

/** What is shown of a position's stops: what was touched here, and all else as the position has it now. */
export function stopsShown(
  { stop_loss, take_profit }: Pick<OpenPosition, 'stop_loss' | 'take_profit'>,
  touched: Partial<TermsDraft>,
) {
  const kept: TermsDraft = { ...noTerms, stopLoss: stop_loss ?? '', takeProfit: take_profit ?? '' };
  const draft: TermsDraft = { ...kept, ...touched };
  return { draft, isMoved: draft.stopLoss !== kept.stopLoss || draft.takeProfit !== kept.takeProfit };
}

/** What is sent of them: both, for one that is left out is taken away. */
export function stopsToSend(draft: TermsDraft): { readonly stop_loss?: string; readonly take_profit?: string } {
  const { stop_loss, take_profit } = termsOf('market', draft);
  return { ...(stop_loss === undefined ? {} : { stop_loss }), ...(take_profit === undefined ? {} : { take_profit }) };
}

/** What is touched from now on: what differs from what was shown before too. */
export function touchedBy(touched: Partial<TermsDraft>, before: TermsDraft, next: TermsDraft): Partial<TermsDraft> {
  const names = Object.keys(next) as (keyof TermsDraft)[];
  return {
    ...touched,
    ...Object.fromEntries(names.flatMap((name) => (next[name] === before[name] ? [] : [[name, next[name]]]))),
  };
}
