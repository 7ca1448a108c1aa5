import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { text, whole, type Row } from './rows.ts';

/** Each `from` shares of a symbol became `to`. */
export interface Split {
  readonly symbol: string;
  readonly to: number;
  readonly from: number;
  readonly timeMs: number;
}

export const corporateSchema = `
  create table if not exists splits (
    split integer primary key autoincrement, symbol text not null, into_shares integer not null, of_shares integer not null,
    time_ms integer not null
  ) strict;
  create table if not exists deal_reasons (ticket integer primary key, reason integer not null) strict;
`;

/** The rows of what became of shares: splits, and deals with the reason for them. */
export class CorporateRows {
  readonly #prepared: (text: string) => StatementSync;

  constructor(prepared: (text: string) => StatementSync) {
    this.#prepared = prepared;
  }

  addSplit({ symbol, to, from, timeMs }: Split): void {
    this.#run('insert into splits (symbol, into_shares, of_shares, time_ms) values (?, ?, ?, ?)', [symbol, to, from, timeMs]);
  }

  splits(): Split[] {
    return this.#prepared('select * from splits order by split').all().map(splitOf);
  }

  /** What is held of a position from now on, and at which price it counts as opened; its stops with it. */
  splitPosition(
    position: number,
    { volume, price, stopLoss, takeProfit, sinceMs }: Record<'volume' | 'price' | 'stopLoss' | 'takeProfit' | 'sinceMs', number>,
  ): void {
    this.#run('update positions set volume = ?, price = ? where position = ?', [volume, price, position]);
    this.#run('update stops set stop_loss = ?, take_profit = ?, since_ms = ? where position = ?', [
      stopLoss,
      takeProfit,
      sinceMs,
      position,
    ]);
  }

  giveReason(ticket: number, reason: number): void {
    this.#run('insert into deal_reasons values (?, ?)', [ticket, reason]);
  }

  clear(): void {
    this.#run('delete from splits', []);
    this.#run('delete from deal_reasons', []);
  }

  #run(statement: string, values: readonly SQLInputValue[]): void {
    this.#prepared(statement).run(...values);
  }
}

function splitOf(row: Row): Split {
  return {
    symbol: text(row['symbol']),
    to: whole(row['into_shares']),
    from: whole(row['of_shares']),
    timeMs: whole(row['time_ms']),
  };
}
