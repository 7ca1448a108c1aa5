import type { TradingSymbol } from '../port.ts';
import { MessageFault, type Fields } from './messages.ts';
import { symbolOf } from './records.ts';

const notedMost = 100;

/** One that cannot be read is left out, and said once: it takes none of the others with it. */
export function readableSymbols(note: (text: string) => void): (records: readonly Fields[]) => TradingSymbol[] {
  const noted = new Set<string>();
  return (records) =>
    records.flatMap((record) => {
      try {
        return [symbolOf(record)];
      } catch (fault) {
        if (!(fault instanceof MessageFault)) throw fault;
        const text = `the symbol ${String(record.value('Symbol'))} is left out: ${fault.message}`;
        if (noted.size < notedMost && !noted.has(text)) note(text);
        noted.add(text);
        return [];
      }
    });
}
