import { dayMs, type Clock } from '../../base/time.ts';
import { dealActions, dealEntries, marginLevels, userRights, type GroupFacts } from './groups.ts';
import type { Market } from './market.ts';
import { swapUpTo } from './rollover.ts';
import type { Position, User } from './rows.ts';
import type { State } from './state.ts';
import { symbolByName, type SymbolFacts } from './symbols.ts';
import { retcodes, type DealResult } from './messages.ts';
import { areStops, Waiting } from './waiting.ts';
import { commissionOf, factsOf, isVolume, leverageOf, marginOf, profitOf, type Counting } from './worth.ts';

/** What an account is worth at an instant, in minor units of its currency. */
export interface Valuation {
  readonly equity: bigint;
  readonly margin: bigint;
  readonly marginFree: bigint;
  readonly profit: bigint;
  readonly storage: bigint;
}

export interface DealRequest {
  readonly login: number;
  readonly symbol: string;
  /** 0 buy, 1 sell. */
  readonly action: number;
  readonly volume: number;
  /** The position to close, or 0 to open one. */
  readonly position: number;
  /** Points; 0 takes any price. */
  readonly price: number;
  readonly deviation: number;
  /** Points, 0 for none: of a position that is opened. */
  readonly stopLoss: number;
  readonly takeProfit: number;
  readonly comment: string;
}

interface Closing {
  readonly price: number;
  readonly volume: number;
  readonly comment: string;
  readonly entry?: number;
}

interface Parts {
  readonly state: State;
  readonly market: Market;
  readonly clock: Clock;
  readonly groups: ReadonlyMap<string, GroupFacts>;
  readonly takesStopLimit: boolean;
}

/** The dealing room: fills market orders, keeps margin, charges rollovers and closes accounts that run out of margin. */
export class DealingRoom {
  readonly #state: State;
  readonly #market: Market;
  readonly #clock: Clock;
  readonly #groups: ReadonlyMap<string, GroupFacts>;
  /** Pending orders and the stops of positions. */
  readonly waiting: Waiting;

  constructor(parts: Parts) {
    this.#state = parts.state;
    this.#market = parts.market;
    this.#clock = parts.clock;
    this.#groups = parts.groups;
    this.waiting = new Waiting(parts, {
      isCloseOnly: (user) => this.group(user).isCloseOnly === true,
      open: (order, user, price) => {
        const { login, volume, comment } = order;
        const asked = { login, action: order.type % 2, volume, comment, position: order.order };
        return this.#open(asked, { user, symbol: factsOf(order.symbol), price });
      },
      close: (position, user, closing) => void this.#close(position, user, closing),
    });
  }

  group(user: User): GroupFacts {
    const group = this.#groups.get(user.group);
    if (!group) throw new Error(`account ${user.login} stands in the unknown group ${user.group}`);
    return group;
  }

  value(user: User): Valuation {
    const positions = this.#state.positions(user.login);
    const profit = positions.reduce((sum, position) => sum + this.positionNow(position, user).profit, 0n);
    const storage = positions.reduce((sum, position) => sum + position.storage, 0n);
    const equity = user.balance + user.credit + profit + storage;
    const margin = marginOf(positions, { leverage: user.leverage, group: this.group(user) }, this.#counting(user));
    return { equity, margin, marginFree: equity - margin, profit, storage };
  }

  /** A position's profit now, in minor units of the account's currency, and the price it would close at. */
  positionNow(position: Position, user: User): { readonly profit: bigint; readonly price: number } {
    const counting = this.#counting(user);
    const quote = this.#market.quote(factsOf(position.symbol), counting.atMs);
    const price = position.action === dealActions.buy ? quote.bid : quote.ask;
    return { profit: profitOf(position, price, counting), price };
  }

  /** What the account is worth with one more position opened at the price now; undefined when its group does not offer the symbol. */
  valueWith(
    user: User,
    order: { readonly symbol: SymbolFacts; readonly action: number; readonly volume: number },
  ): Valuation | undefined {
    const account = { leverage: user.leverage, group: this.group(user) };
    if (leverageOf(order.symbol, account) === 0) return undefined;
    const quote = this.#market.quote(order.symbol, this.#nowMs());
    const price = order.action === dealActions.buy ? quote.ask : quote.bid;
    const opening = { symbol: order.symbol.name, action: order.action, volume: order.volume, price };
    const now = this.value(user);
    const margin = marginOf([...this.#state.positions(user.login), opening], account, this.#counting(user));
    const equity = now.equity + commissionOf(account.group, order.volume);
    return { ...now, equity, margin, marginFree: equity - margin };
  }

  execute(request: DealRequest): DealResult {
    this.sweep(request.login);
    const user = this.#state.user(request.login);
    const symbol = symbolByName.get(request.symbol);
    if (!user || !symbol) return refusal(retcodes.invalidRequest);
    const mayTrade = user.rights & userRights.enabled && !(user.rights & userRights.tradeDisabled);
    if (!mayTrade) return refusal(retcodes.tradeDisabled);
    if (!this.#market.isOpen(symbol, this.#nowMs())) return refusal(retcodes.marketClosed);
    const quote = this.#market.quote(symbol, this.#nowMs());
    const price = request.action === dealActions.buy ? quote.ask : quote.bid;
    const worse = request.action === dealActions.buy ? price - request.price : request.price - price;
    if (request.price > 0 && worse > request.deviation) return refusal(retcodes.requote);
    if (request.position > 0) return this.#closeOnRequest(request, user, price);
    const { login, action, volume, comment, stopLoss, takeProfit } = request;
    const isBuy = action === dealActions.buy;
    if (!areStops(request, isBuy, isBuy ? quote.bid : quote.ask)) return refusal(retcodes.invalidStops);
    const done = this.#open({ login, action, volume, comment }, { user, symbol, price });
    if (done.retcode !== retcodes.filled || (stopLoss === 0 && takeProfit === 0)) return done;
    this.waiting.setStops(user, done.order, { stopLoss, takeProfit });
    return done;
  }

  #open(
    request: Pick<DealRequest, 'login' | 'action' | 'volume' | 'comment'> & { readonly position?: number },
    found: { readonly user: User; readonly symbol: SymbolFacts; readonly price: number },
  ): DealResult {
    const { user, symbol, price } = found;
    const { login, action, volume, comment } = request;
    const account = { leverage: user.leverage, group: this.group(user) };
    if (account.group.isCloseOnly) return refusal(retcodes.closeOnly);
    if (leverageOf(symbol, account) === 0) return refusal(retcodes.tradeDisabled);
    if (!isVolume(volume, symbol)) return refusal(retcodes.invalidVolume);
    const commission = commissionOf(account.group, volume);
    const timeMs = this.#nowMs();
    const opening = { login, symbol: symbol.name, action, volume, price, timeMs, comment };
    const margin = marginOf([...this.#state.positions(login), opening], account, this.#counting(user));
    if (margin > this.value(user).equity + commission) return refusal(retcodes.noMoney);
    return this.#state.transact(() => {
      const rolledDay = Math.floor(timeMs / dayMs);
      const position = this.#state.addPosition({ ...opening, position: request.position, rolledDay });
      const deal = this.#state.addDeal({
        ...opening,
        entry: dealEntries.in,
        openPrice: price,
        profit: 0n,
        storage: 0n,
        commission,
        position,
      });
      this.#state.move(login, { balance: commission });
      return { retcode: retcodes.filled, deal, order: position, price, volume };
    });
  }

  #closeOnRequest(request: DealRequest, user: User, price: number): DealResult {
    const { volume, comment } = request;
    const position = this.#state.position(request.position);
    if (!position || position.login !== user.login) return refusal(retcodes.positionClosed);
    if (position.symbol !== request.symbol || position.action === request.action) return refusal(retcodes.invalidRequest);
    if (!Number.isInteger(volume) || volume <= 0 || volume > position.volume) return refusal(retcodes.closeVolume);
    return this.#close(position, user, { price, volume, comment });
  }

  /**
   * Closes two opposite positions by each other, as far as both reach: the one asked for at the other's opening price, which has the
   * whole result, and the other at its own.
   */
  closeBy(request: {
    readonly login: number;
    readonly position: number;
    readonly by: number;
    readonly comment: string;
  }): DealResult {
    const { login, comment } = request;
    this.sweep(login);
    const user = this.#state.user(login);
    if (!user) return refusal(retcodes.invalidRequest);
    if (!(user.rights & userRights.enabled) || user.rights & userRights.tradeDisabled) return refusal(retcodes.tradeDisabled);
    const [position, by] = [this.#state.position(request.position), this.#state.position(request.by)];
    if (!position || !by || position.login !== login || by.login !== login) return refusal(retcodes.positionClosed);
    if (position.symbol !== by.symbol || position.action === by.action) return refusal(retcodes.invalidRequest);
    if (!this.#market.isOpen(factsOf(position.symbol), this.#nowMs())) return refusal(retcodes.marketClosed);
    const volume = Math.min(position.volume, by.volume);
    const shared = { price: by.price, volume, comment, entry: dealEntries.outBy };
    return this.#state.transact(() => {
      const done = this.#closed(position, user, shared);
      this.#closed(by, user, shared);
      return done;
    });
  }

  #close(position: Position, user: User, closing: Closing): DealResult {
    return this.#state.transact(() => this.#closed(position, user, closing));
  }

  #closed(position: Position, user: User, { price, volume, comment, entry = dealEntries.out }: Closing): DealResult {
    const counting = this.#counting(user);
    const profit = profitOf({ ...position, volume }, price, counting);
    const storage = volume === position.volume ? position.storage : (position.storage * BigInt(volume)) / BigInt(position.volume);
    const commission = commissionOf(this.group(user), volume);
    const left = { volume: position.volume - volume, storage: position.storage - storage };
    this.#state.shrinkPosition(position.position, left);
    const deal = this.#state.addDeal({
      login: user.login,
      action: 1 - position.action,
      entry,
      symbol: position.symbol,
      volume,
      price,
      openPrice: position.price,
      profit,
      storage,
      commission,
      position: position.position,
      comment,
      timeMs: counting.atMs,
    });
    this.#state.move(user.login, { balance: profit + storage + commission });
    return { retcode: retcodes.filled, deal, order: position.position, price, volume };
  }

  /** Brings an account up to now: does what touched prices ask for, charges the rollovers since the last look, then closes out if the margin level is too low. */
  sweep(login: number): void {
    const user = this.#state.user(login);
    if (!user) return;
    this.waiting.look(login);
    const positions = this.#state.positions(login);
    if (positions.length === 0) return;
    const [today, group] = [Math.floor(this.#nowMs() / dayMs), this.group(user)];
    for (const position of positions) {
      if (position.rolledDay >= today) continue;
      const storage = position.storage + swapUpTo(today, position, { group, market: this.#market });
      this.#state.rollPosition(position.position, { storage, day: today });
    }
    this.#closeOut(login, group);
  }

  /** The largest loss goes first, until the margin level is above the stop-out again. Positions of closed markets have to wait. */
  #closeOut(login: number, group: GroupFacts): void {
    const stopOut = BigInt(marginLevels(group).stopOut);
    for (;;) {
      const user = this.#state.user(login);
      if (!user) return;
      const { equity, margin } = this.value(user);
      if (margin === 0n || equity * 100n >= margin * stopOut) return;
      const [worst] = this.#state
        .positions(login)
        .filter((position) => this.#market.isOpen(factsOf(position.symbol), this.#nowMs()))
        .map((position) => ({ position, ...this.positionNow(position, user) }))
        .toSorted((left, right) => (left.profit < right.profit ? -1 : 1));
      if (!worst) return;
      const level = Number((equity * 10_000n) / margin) / 100;
      this.#close(worst.position, user, { price: worst.price, volume: worst.position.volume, comment: `[so ${level}%]` });
    }
  }

  #counting(user: User): Counting {
    return { market: this.#market, currency: this.group(user).currency, atMs: this.#nowMs() };
  }

  #nowMs(): number {
    return this.#clock.now().getTime();
  }
}

function refusal(retcode: string): DealResult {
  return { retcode, deal: 0, order: 0, price: 0, volume: 0 };
}
