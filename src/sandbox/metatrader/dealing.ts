import { currencies, type Currency } from '../../base/currency.ts';
import { divideRounded } from '../../base/money.ts';
import { dayMs, type Clock } from '../../base/time.ts';
import type { Market } from './market.ts';
import type { Position, State, User } from './state.ts';
import { symbolByName, type MarginClass, type SymbolFacts } from './symbols.ts';
import { retcodes } from './wire.ts';

/** A group of the server: what its accounts are counted in and how they may trade. */
export interface GroupFacts {
  /** The platform's path, such as `global\retail\advantage-mt5-USD`. */
  readonly name: string;
  readonly currency: Currency;
  /** The most leverage an account of the group may have. */
  readonly leverageMax: number;
  /** Caps on top of the account's leverage, by class of instrument (retail clients in the EU and UK). */
  readonly leverageCaps?: Readonly<Partial<Record<MarginClass, number>>>;
  /** Margin level in per cent under which positions are closed, 50 unless said otherwise. */
  readonly stopOutPercent?: number;
  readonly marginCallPercent?: number;
  /** Charged for each lot at opening and at closing, in minor units of the group's currency. */
  readonly commissionPerLot?: bigint;
  readonly isSwapFree?: boolean;
}

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
  readonly comment: string;
}

export interface DealResult {
  readonly retcode: string;
  readonly deal: number;
  readonly order: number;
  readonly price: number;
  readonly volume: number;
}

/** As much of a position as its profit and worth depend on. */
export type Exposure = Pick<Position, 'symbol' | 'action' | 'volume' | 'price'>;

export const dealActions = { buy: 0, sell: 1, balance: 2, credit: 3, charge: 4, correction: 5, bonus: 6 } as const;
export const dealEntries = { in: 0, out: 1 } as const;
/** EnUsersRights: the account may be used, may change its password, may not trade. */
export const userRights = { enabled: 0x1, password: 0x2, tradeDisabled: 0x4 } as const;

const volumeUnit = 10_000n;
const stopOutPercentUsual = 50;
const marginCallPercentUsual = 100;
const daysOfInterestYear = 360n;

/** The dealing room: fills market orders, keeps margin, charges rollovers and closes accounts that run out of margin. */
export class DealingRoom {
  readonly #state: State;
  readonly #market: Market;
  readonly #clock: Clock;
  readonly #groups: ReadonlyMap<string, GroupFacts>;

  constructor(parts: {
    readonly state: State;
    readonly market: Market;
    readonly clock: Clock;
    readonly groups: ReadonlyMap<string, GroupFacts>;
  }) {
    this.#state = parts.state;
    this.#market = parts.market;
    this.#clock = parts.clock;
    this.#groups = parts.groups;
  }

  group(user: User): GroupFacts {
    const group = this.#groups.get(user.group);
    if (!group) throw new Error(`account ${user.login} stands in the unknown group ${user.group}`);
    return group;
  }

  value(user: User): Valuation {
    const group = this.group(user);
    const positions = this.#state.positions(user.login);
    const nowMs = this.#nowMs();
    let [profit, storage] = [0n, 0n];
    for (const position of positions) {
      profit += this.profitOf(position, {
        group,
        price: this.#closingPrice(position, nowMs),
        volume: position.volume,
        atMs: nowMs,
      });
      storage += position.storage;
    }
    const equity = user.balance + user.credit + profit + storage;
    const margin = this.#marginOf(positions, user, nowMs);
    return { equity, margin, marginFree: equity - margin, profit, storage };
  }

  /** A position's profit now, in minor units of the account's currency, and the price it would close at. */
  positionNow(position: Position, user: User): { readonly profit: bigint; readonly price: number } {
    const nowMs = this.#nowMs();
    const price = this.#closingPrice(position, nowMs);
    return { profit: this.profitOf(position, { group: this.group(user), price, volume: position.volume, atMs: nowMs }), price };
  }

  execute(request: DealRequest): DealResult {
    this.sweep(request.login);
    const user = this.#state.user(request.login);
    const symbol = symbolByName.get(request.symbol);
    if (!user || !symbol) return refusal(retcodes.invalidRequest);
    if (!(user.rights & userRights.enabled) || user.rights & userRights.tradeDisabled) return refusal(retcodes.tradeDisabled);
    if (!this.#market.isOpen(symbol, this.#nowMs())) return refusal(retcodes.marketClosed);
    const quote = this.#market.quote(symbol, this.#nowMs());
    const price = request.action === dealActions.buy ? quote.ask : quote.bid;
    const worse = request.action === dealActions.buy ? price - request.price : request.price - price;
    if (request.price > 0 && worse > request.deviation) return refusal(retcodes.requote);
    return request.position > 0 ? this.#closeOnRequest(request, user, price) : this.#open(request, { user, symbol, price });
  }

  #open(request: DealRequest, found: { readonly user: User; readonly symbol: SymbolFacts; readonly price: number }): DealResult {
    const { user, symbol, price } = found;
    const limits = volumeLimits(symbol);
    const isWhole = Number.isInteger(request.volume) && request.volume % limits.step === 0;
    if (!isWhole || request.volume < limits.min || request.volume > limits.max) return refusal(retcodes.invalidVolume);
    const commission = this.#commission(user, request.volume);
    const timeMs = this.#nowMs();
    const opening = {
      login: user.login,
      symbol: symbol.name,
      action: request.action,
      volume: request.volume,
      price,
      timeMs,
      comment: request.comment,
      rolledDay: Math.floor(timeMs / dayMs),
    };
    const positions = [...this.#state.positions(user.login), { ...opening, position: 0, storage: 0n }];
    const { equity } = this.value(user);
    if (this.#marginOf(positions, user, timeMs) > equity + commission) return refusal(retcodes.noMoney);
    return this.#state.transact(() => {
      const position = this.#state.addPosition(opening);
      const deal = this.#state.addDeal({
        ...opening,
        entry: dealEntries.in,
        openPrice: price,
        profit: 0n,
        storage: 0n,
        commission,
        position,
      });
      this.#state.move(user.login, { balance: commission });
      return { retcode: retcodes.filled, deal, order: position, price, volume: request.volume };
    });
  }

  #closeOnRequest(request: DealRequest, user: User, price: number): DealResult {
    const position = this.#state.position(request.position);
    if (!position || position.login !== user.login) return refusal(retcodes.positionClosed);
    if (position.symbol !== request.symbol || position.action === request.action) return refusal(retcodes.invalidRequest);
    if (!Number.isInteger(request.volume) || request.volume <= 0 || request.volume > position.volume)
      return refusal(retcodes.closeVolume);
    return this.#close(position, user, { price, volume: request.volume, comment: request.comment });
  }

  #close(
    position: Position,
    user: User,
    closing: { readonly price: number; readonly volume: number; readonly comment: string },
  ): DealResult {
    const { price, volume, comment } = closing;
    const timeMs = this.#nowMs();
    const profit = this.profitOf(position, { group: this.group(user), price, volume, atMs: timeMs });
    const storage = volume === position.volume ? position.storage : (position.storage * BigInt(volume)) / BigInt(position.volume);
    const commission = this.#commission(user, volume);
    return this.#state.transact(() => {
      this.#state.shrinkPosition(position.position, { volume: position.volume - volume, storage: position.storage - storage });
      const deal = this.#state.addDeal({
        login: user.login,
        action: 1 - position.action,
        entry: dealEntries.out,
        symbol: position.symbol,
        volume,
        price,
        openPrice: position.price,
        profit,
        storage,
        commission,
        position: position.position,
        comment,
        timeMs,
      });
      this.#state.move(user.login, { balance: profit + storage + commission });
      return { retcode: retcodes.filled, deal, order: position.position, price, volume };
    });
  }

  /** Brings an account up to now: charges the rollovers since the last look, then closes out if the margin level is too low. */
  sweep(login: number): void {
    const user = this.#state.user(login);
    if (!user) return;
    const positions = this.#state.positions(login);
    if (positions.length === 0) return;
    for (const position of positions) this.#rollOver(position, user);
    this.#closeOut(user);
  }

  /** One swap a night that follows a trading day; the night after Wednesday counts for the weekend too. */
  #rollOver(position: Position, user: User): void {
    const today = Math.floor(this.#nowMs() / dayMs);
    if (position.rolledDay >= today) return;
    const group = this.group(user);
    const symbol = factsOf(position.symbol);
    let storage = position.storage;
    for (let day = position.rolledDay; day < today && !group.isSwapFree; day++) {
      const nights = nightsAfter(day, symbol);
      if (nights === 0) continue;
      const midnightMs = (day + 1) * dayMs - 1000;
      const basisPoints = position.action === dealActions.buy ? symbol.swapBuyBasisPoints : symbol.swapSellBasisPoints;
      storage += divideRounded(
        this.worth(position, group, midnightMs) * BigInt(basisPoints) * BigInt(nights),
        10_000n * daysOfInterestYear,
      );
    }
    this.#state.rollPosition(position.position, { storage, day: today });
  }

  /** The largest loss goes first, until the margin level is above the stop-out again. Positions of closed markets have to wait. */
  #closeOut(owner: User): void {
    const stopOut = BigInt(this.group(owner).stopOutPercent ?? stopOutPercentUsual);
    for (;;) {
      const user = this.#state.user(owner.login);
      if (!user) return;
      const { equity, margin } = this.value(user);
      if (margin === 0n || equity * 100n >= margin * stopOut) return;
      const nowMs = this.#nowMs();
      const [worst] = this.#state
        .positions(user.login)
        .filter((position) => this.#market.isOpen(factsOf(position.symbol), nowMs))
        .map((position) => ({ position, ...this.positionNow(position, user) }))
        .toSorted((left, right) => (left.profit < right.profit ? -1 : 1));
      if (!worst) return;
      const level = Number((equity * 10_000n) / margin) / 100;
      this.#close(worst.position, user, { price: worst.price, volume: worst.position.volume, comment: `[so ${level}%]` });
    }
  }

  marginLevels(group: GroupFacts): { readonly call: number; readonly stopOut: number } {
    return { call: group.marginCallPercent ?? marginCallPercentUsual, stopOut: group.stopOutPercent ?? stopOutPercentUsual };
  }

  #nowMs(): number {
    return this.#clock.now().getTime();
  }

  #closingPrice(position: Position, atMs: number): number {
    const quote = this.#market.quote(factsOf(position.symbol), atMs);
    return position.action === dealActions.buy ? quote.bid : quote.ask;
  }

  /** Profit in minor units of the group's currency of closing `volume` of a position at a price. */
  profitOf(
    position: Exposure,
    at: { readonly group: GroupFacts; readonly price: number; readonly volume: number; readonly atMs: number },
  ): bigint {
    const symbol = factsOf(position.symbol);
    const points = position.action === dealActions.buy ? at.price - position.price : position.price - at.price;
    const rate = this.#market.rate(symbol.profit, at.group.currency, at.atMs);
    return minor(
      {
        units: BigInt(points) * BigInt(at.volume) * BigInt(symbol.contractSize),
        scale: volumeUnit * 10n ** BigInt(symbol.digits),
        rate,
      },
      at.group.currency,
    );
  }

  /** The whole value of a position in the account's currency: pairs and metals by their base, all else by their price. */
  worth(position: Exposure, group: GroupFacts, atMs: number): bigint {
    const symbol = factsOf(position.symbol);
    const contracts = BigInt(position.volume) * BigInt(symbol.contractSize);
    if (!symbol.own)
      return minor(
        { units: contracts, scale: volumeUnit, rate: this.#market.rate(symbol.base, group.currency, atMs) },
        group.currency,
      );
    const price = BigInt(this.#market.quote(symbol, atMs).bid);
    const rate = this.#market.rate(symbol.profit, group.currency, atMs);
    return minor({ units: contracts * price, scale: volumeUnit * 10n ** BigInt(symbol.digits), rate }, group.currency);
  }

  /** Margin by symbol, the larger of both sides: opposite positions of one symbol cover each other. */
  #marginOf(positions: readonly Position[], user: User, atMs: number): bigint {
    const group = this.group(user);
    const sides = new Map<string, [bigint, bigint]>();
    for (const position of positions) {
      const symbol = factsOf(position.symbol);
      const leverage = Math.min(user.leverage, group.leverageCaps?.[symbol.marginClass] ?? user.leverage);
      const needed = divideRounded(this.worth(position, group, atMs), BigInt(leverage));
      const [buys, sells] = sides.get(symbol.name) ?? [0n, 0n];
      sides.set(symbol.name, position.action === dealActions.buy ? [buys + needed, sells] : [buys, sells + needed]);
    }
    return [...sides.values()].reduce((sum, [buys, sells]) => sum + (buys > sells ? buys : sells), 0n);
  }

  #commission(user: User, volume: number): bigint {
    return -divideRounded((this.group(user).commissionPerLot ?? 0n) * BigInt(volume), volumeUnit);
  }
}

export function factsOf(name: string): SymbolFacts {
  const symbol = symbolByName.get(name);
  if (!symbol) throw new Error(`the server holds a position in the unknown symbol ${name}`);
  return symbol;
}

/** Least, most and step of an order's volume: hundredths of a lot, tenths for shares and indices. */
export function volumeLimits(symbol: SymbolFacts): { readonly min: number; readonly max: number; readonly step: number } {
  return symbol.contractSize === 1 && symbol.marginClass !== 'crypto'
    ? { min: 1000, max: 5_000_000, step: 1000 }
    : { min: 100, max: 500_000, step: 100 };
}

/** Minor units of `units / scale` converted at a rate (times ten to the tenth). */
function minor(value: { readonly units: bigint; readonly scale: bigint; readonly rate: bigint }, currency: Currency): bigint {
  return divideRounded(value.units * value.rate * 10n ** BigInt(currencies[currency].decimals), value.scale * 10n ** 10n);
}

function nightsAfter(day: number, symbol: SymbolFacts): number {
  // 1 January 1970 was a Thursday.
  const weekday = (day + 4) % 7;
  if (symbol.session.days.length === 7) return 1;
  if (!symbol.session.days.includes(weekday)) return 0;
  return weekday === 3 ? 3 : 1;
}

function refusal(retcode: string): DealResult {
  return { retcode, deal: 0, order: 0, price: 0, volume: 0 };
}
