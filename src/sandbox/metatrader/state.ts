import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { GroupFacts } from './groups.ts';
import { CorporateRows, corporateSchema } from './corporateRows.ts';
import { waitingSchema, WaitingRows } from './waitingRows.ts';
import { dealOf, groupOf, positionOf, userOf, whole, type Deal, type Position, type Row, type User } from './rows.ts';

const schema = `
  create table if not exists users (
    login integer primary key, grp text not null, name text not null, leverage integer not null, rights integer not null,
    email text not null, country text not null, comment text not null, pass_main text not null, pass_investor text not null,
    registered_ms integer not null, balance integer not null default 0, credit integer not null default 0
  ) strict;
  create table if not exists deals (
    ticket integer primary key autoincrement, login integer not null, action integer not null, entry integer not null,
    symbol text not null, volume integer not null, price integer not null, open_price integer not null,
    profit integer not null, storage integer not null, commission integer not null, position integer not null,
    comment text not null, time_ms integer not null
  ) strict;
  create index if not exists deals_of_login on deals (login, time_ms, ticket);
  create index if not exists deals_in_time on deals (time_ms, ticket);
  create table if not exists positions (
    position integer primary key autoincrement, login integer not null, symbol text not null, action integer not null,
    volume integer not null, price integer not null, storage integer not null default 0, time_ms integer not null,
    comment text not null, rolled_day integer not null
  ) strict;
  create index if not exists positions_of_login on positions (login);
  create table if not exists groups (name text primary key, facts text not null) strict;
`;

const positionRows = `select p.*, coalesce(s.stop_loss, 0) as stop_loss, coalesce(s.take_profit, 0) as take_profit,
  coalesce(s.since_ms, 0) as stops_since_ms from positions p left join stops s on s.position = p.position`;

const dealRows = 'select d.*, coalesce(r.reason, 0) as reason from deals d left join deal_reasons r using (ticket)';

export type NewPosition = Omit<Position, 'position' | 'storage' | 'stopLoss' | 'takeProfit' | 'stopsSinceMs'> & {
  readonly position?: number | undefined;
};
const mostPrepared = 200;

/** The server's own database. What was acknowledged outlives this process, however it ends; only the book needs it forced onto the disk. */
export class State {
  readonly #database: DatabaseSync;
  /** What waits for a price. */
  readonly waiting: WaitingRows;
  /** What became of shares. */
  readonly corporate: CorporateRows;
  readonly #statements = new LRUCache<string, StatementSync>({ max: mostPrepared });

  constructor(folder: string, name: string) {
    mkdirSync(folder, { recursive: true });
    this.#database = new DatabaseSync(join(folder, `${name}.db`), { readBigInts: true });
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;');
    this.#database.exec(schema);
    this.#database.exec(waitingSchema);
    this.#database.exec(corporateSchema);
    this.waiting = new WaitingRows((text) => this.#prepared(text));
    this.corporate = new CorporateRows((text) => this.#prepared(text));
  }

  close(): void {
    this.#database.close();
  }

  /** All or nothing. */
  transact<Result>(work: () => Result): Result {
    this.#database.exec('begin immediate');
    try {
      const result = work();
      this.#database.exec('commit');
      return result;
    } catch (fault) {
      this.#database.exec('rollback');
      throw fault;
    }
  }

  /** Forgets everything, tickets included, so that the next history is the same as the first. */
  clear(): void {
    this.transact(() => {
      this.#database.exec('delete from users; delete from deals; delete from positions; delete from sqlite_sequence;');
      this.waiting.clear();
      this.corporate.clear();
    });
  }

  /** Every group that the server was ever set up with: accounts stay in theirs after it has left the settings. */
  learnGroups(current: readonly GroupFacts[]): ReadonlyMap<string, GroupFacts> {
    this.transact(() => {
      for (const group of current) {
        const facts = JSON.stringify(group, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
        this.#run('insert into groups (name, facts) values (?, ?) on conflict (name) do update set facts = excluded.facts', [
          group.name,
          facts,
        ]);
      }
    });
    return new Map(this.#many('select name, facts from groups', []).map((row) => groupOf(row)));
  }

  user(login: number): User | undefined {
    const row = this.#one('select * from users where login = ?', [login]);
    return row && userOf(row);
  }

  users(logins: readonly number[]): User[] {
    return logins.flatMap((login) => this.user(login) ?? []);
  }

  highestLogin(): number {
    return whole(this.#one('select coalesce(max(login), 0) as login from users', [])?.['login']);
  }

  addUser(user: User): void {
    this.#run(
      `insert into users (login, grp, name, leverage, rights, email, country, comment, pass_main, pass_investor, registered_ms, balance, credit)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        user.login,
        user.group,
        user.name,
        user.leverage,
        user.rights,
        user.email,
        user.country,
        user.comment,
        user.passwordMain,
        user.passwordInvestor,
        user.registeredMs,
        user.balance,
        user.credit,
      ],
    );
  }

  changeUser(user: User): void {
    this.#run(
      'update users set grp = ?, name = ?, leverage = ?, rights = ?, email = ?, country = ?, comment = ?, pass_main = ?, pass_investor = ? where login = ?',
      [
        user.group,
        user.name,
        user.leverage,
        user.rights,
        user.email,
        user.country,
        user.comment,
        user.passwordMain,
        user.passwordInvestor,
        user.login,
      ],
    );
  }

  /** Adds to balance and credit; both may be negative. */
  move(login: number, amounts: { readonly balance: bigint; readonly credit?: bigint }): void {
    this.#run('update users set balance = balance + ?, credit = credit + ? where login = ?', [
      amounts.balance,
      amounts.credit ?? 0n,
      login,
    ]);
  }

  addDeal(deal: Omit<Deal, 'ticket'>): number {
    const ticket = this.#insert(
      `insert into deals (login, action, entry, symbol, volume, price, open_price, profit, storage, commission, position, comment, time_ms)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        deal.login,
        deal.action,
        deal.entry,
        deal.symbol,
        deal.volume,
        deal.price,
        deal.openPrice,
        deal.profit,
        deal.storage,
        deal.commission,
        deal.position,
        deal.comment,
        deal.timeMs,
      ],
    );
    if (deal.reason) this.corporate.giveReason(ticket, deal.reason);
    return ticket;
  }

  /** Deals of these logins (all logins when undefined) with from ≤ time ≤ to, oldest first. */
  deals(search: {
    readonly logins?: readonly number[];
    readonly fromMs: number;
    readonly toMs: number;
    readonly offset: number;
    readonly total: number;
  }): Deal[] {
    const { logins } = search;
    const whose = logins ? `login in (${logins.map(() => '?').join(', ') || 'null'}) and` : '';
    return this.#many(`${dealRows} where ${whose} time_ms between ? and ? order by time_ms, ticket limit ? offset ?`, [
      ...(logins ?? []),
      search.fromMs,
      search.toMs,
      search.total,
      search.offset,
    ]).map(dealOf);
  }

  /** Under a number of its own, or that of the order which opened it. */
  addPosition(position: NewPosition): number {
    return this.#insert(
      `insert into positions (position, login, symbol, action, volume, price, time_ms, comment, rolled_day)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        // Zero is what a deal without a position has.
        position.position || null,
        position.login,
        position.symbol,
        position.action,
        position.volume,
        position.price,
        position.timeMs,
        position.comment,
        position.rolledDay,
      ],
    );
  }

  /** What is left of a position after a close; nothing left removes it. */
  shrinkPosition(position: number, left: { readonly volume: number; readonly storage: bigint }): void {
    if (left.volume === 0) {
      this.#run('delete from positions where position = ?', [position]);
      this.#run('delete from stops where position = ?', [position]);
    } else this.#run('update positions set volume = ?, storage = ? where position = ?', [left.volume, left.storage, position]);
  }

  rollPosition(position: number, rolled: { readonly storage: bigint; readonly day: number }): void {
    this.#run('update positions set storage = ?, rolled_day = ? where position = ?', [rolled.storage, rolled.day, position]);
  }

  position(position: number): Position | undefined {
    const row = this.#one(`${positionRows} where p.position = ?`, [position]);
    return row && positionOf(row);
  }

  positions(login: number): Position[] {
    return this.#many(`${positionRows} where p.login = ? order by p.position`, [login]).map(positionOf);
  }

  /** Whose accounts a price can change. */
  loginsAtMarket(): number[] {
    const rows = this.#many('select login from positions union select login from orders where state = 1 order by login', []);
    return rows.map((row) => whole(row['login']));
  }

  /** A number that no position and no order has had. */
  freshTicket(): number {
    const ticket = this.#insert(
      `insert into positions (login, symbol, action, volume, price, time_ms, comment, rolled_day) values (0, '', 0, 0, 0, 0, '', 0)`,
      [],
    );
    this.#run('delete from positions where position = ?', [ticket]);
    return ticket;
  }

  /** Once a text: they are few, and the lists of logins of a few lengths. */
  #prepared(text: string): StatementSync {
    let statement = this.#statements.get(text);
    if (!statement) {
      statement = this.#database.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }

  #one(text: string, values: readonly SQLInputValue[]): Row | undefined {
    return this.#prepared(text).get(...values);
  }

  #many(text: string, values: readonly SQLInputValue[]): Row[] {
    return this.#prepared(text).all(...values);
  }

  #run(text: string, values: readonly SQLInputValue[]): void {
    this.#prepared(text).run(...values);
  }

  #insert(text: string, values: readonly SQLInputValue[]): number {
    return Number(this.#prepared(text).run(...values).lastInsertRowid);
  }
}
