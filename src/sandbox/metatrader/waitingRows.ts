import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { text, whole, type Row } from './rows.ts';

/** EnOrderType of the orders that wait for a price: even numbers buy, odd ones sell. */
export const waitingTypes = { buyLimit: 2, sellLimit: 3, buyStop: 4, sellStop: 5, buyStopLimit: 6, sellStopLimit: 7 } as const;
/** EnOrderState. */
export const orderStates = { placed: 1, cancelled: 2, filled: 4, rejected: 5, expired: 6 } as const;

/** An order that waits for its price, or did. Prices in whole points, 0 where there is none. */
export interface WaitingOrder {
  readonly order: number;
  readonly login: number;
  readonly symbol: string;
  readonly type: number;
  readonly volume: number;
  readonly price: number;
  /** Of a stop limit: where its limit order is placed once the price is touched. */
  readonly trigger: number;
  readonly stopLoss: number;
  readonly takeProfit: number;
  /** 0: until it is cancelled. */
  readonly expiresMs: number;
  readonly state: number;
  readonly comment: string;
  readonly timeMs: number;
  /** From when on a touched price counts: since it was placed or changed. */
  readonly sinceMs: number;
  readonly doneMs: number;
}

export const waitingSchema = `
  create table if not exists orders (
    ticket integer primary key, login integer not null, symbol text not null, type integer not null, volume integer not null,
    price integer not null, trigger_price integer not null, stop_loss integer not null, take_profit integer not null,
    expires_ms integer not null, state integer not null, comment text not null, time_ms integer not null,
    since_ms integer not null, done_ms integer not null
  ) strict;
  create index if not exists orders_of_login on orders (login, state, ticket);
  create table if not exists stops (
    position integer primary key, stop_loss integer not null, take_profit integer not null, since_ms integer not null
  ) strict;
`;

/** The rows of what waits for a price: pending orders, and the stops of positions. */
export class WaitingRows {
  readonly #prepared: (text: string) => StatementSync;

  constructor(prepared: (text: string) => StatementSync) {
    this.#prepared = prepared;
  }

  add(order: WaitingOrder): void {
    this.#run('insert into orders values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      order.order,
      order.login,
      order.symbol,
      order.type,
      order.volume,
      order.price,
      order.trigger,
      order.stopLoss,
      order.takeProfit,
      order.expiresMs,
      order.state,
      order.comment,
      order.timeMs,
      order.sinceMs,
      order.doneMs,
    ]);
  }

  change(order: WaitingOrder): void {
    this.#run(
      `update orders set type = ?, price = ?, trigger_price = ?, stop_loss = ?, take_profit = ?, expires_ms = ?, state = ?,
         since_ms = ?, done_ms = ? where ticket = ?`,
      [
        order.type,
        order.price,
        order.trigger,
        order.stopLoss,
        order.takeProfit,
        order.expiresMs,
        order.state,
        order.sinceMs,
        order.doneMs,
        order.order,
      ],
    );
  }

  order(ticket: number): WaitingOrder | undefined {
    return this.#orders('where ticket = ?', [ticket])[0];
  }

  placed(login: number): WaitingOrder[] {
    return this.#orders('where login = ? and state = ? order by ticket', [login, orderStates.placed]);
  }

  /** Those that ended with from ≤ time ≤ to, oldest first. */
  ended(search: { login: number; fromMs: number; toMs: number; offset: number; total: number }): WaitingOrder[] {
    return this.#orders('where login = ? and state <> ? and done_ms between ? and ? order by done_ms, ticket limit ? offset ?', [
      search.login,
      orderStates.placed,
      search.fromMs,
      search.toMs,
      search.total,
      search.offset,
    ]);
  }

  setStops(position: number, stops: { stopLoss: number; takeProfit: number; sinceMs: number }): void {
    this.#run('insert or replace into stops values (?, ?, ?, ?)', [position, stops.stopLoss, stops.takeProfit, stops.sinceMs]);
  }

  clear(): void {
    this.#run('delete from orders', []);
    this.#run('delete from stops', []);
  }

  #orders(where: string, values: readonly SQLInputValue[]): WaitingOrder[] {
    return this.#prepared(`select * from orders ${where}`)
      .all(...values)
      .map(orderOf);
  }

  #run(statement: string, values: readonly SQLInputValue[]): void {
    this.#prepared(statement).run(...values);
  }
}

function orderOf(row: Row): WaitingOrder {
  return {
    order: whole(row['ticket']),
    login: whole(row['login']),
    symbol: text(row['symbol']),
    type: whole(row['type']),
    volume: whole(row['volume']),
    price: whole(row['price']),
    trigger: whole(row['trigger_price']),
    stopLoss: whole(row['stop_loss']),
    takeProfit: whole(row['take_profit']),
    expiresMs: whole(row['expires_ms']),
    state: whole(row['state']),
    comment: text(row['comment']),
    timeMs: whole(row['time_ms']),
    sinceMs: whole(row['since_ms']),
    doneMs: whole(row['done_ms']),
  };
}
