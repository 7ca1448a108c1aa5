import type { Deadline } from '../../base/time.ts';
import type {
  Access,
  AccountOpening,
  Answer,
  Deal,
  ExpectedDeal,
  Fill,
  MarketOrder,
  OrderChange,
  PendingPlacing,
  Platform,
  PositionStops,
  Refused,
  Stops,
  Trade,
  Unknown,
} from '../../ports/platform/port.ts';
import { filledTogether } from './rules.ts';
import type { MoneyFacts, OperationFacts } from './store.ts';
import { foundChange, foundEnding, foundPlacing, foundStops, type Found } from './waiting.ts';

/** What is asked of a platform, with all that the platform is told. */
export type Operation = OperationFacts & Asked;
export type MoneyOperation = OperationFacts & MoneyFacts & { readonly checkMargin?: boolean };

type Asked =
  | (MoneyFacts & {
      /** Whether a withdrawal may not exceed the free margin; so unless it says otherwise. */
      readonly checkMargin?: boolean;
    })
  | { readonly kind: 'open_account'; readonly opening: Omit<AccountOpening, 'login'> }
  | { readonly kind: 'market_order'; readonly trade: TradeAsked & Stops }
  | { readonly kind: 'close_position'; readonly trade: TradeAsked & { readonly position: string } }
  | { readonly kind: 'access'; readonly access: Access }
  | { readonly kind: 'close_by'; readonly trade: TradeAsked & { readonly position: string; readonly by: string } }
  | Waiting;

/** Of what waits for a price. */
type Waiting =
  | { readonly kind: 'pending_order'; readonly pending: Omit<PendingPlacing, 'login' | 'tag'> }
  | { readonly kind: 'change_order'; readonly change: Omit<OrderChange, 'login'> }
  | { readonly kind: 'cancel_order'; readonly order: string }
  | { readonly kind: 'position_stops'; readonly stops: Omit<PositionStops, 'login'> };

type TradeAsked = Omit<Trade, 'login'> & Pick<MarketOrder, 'seen'>;

/** What an operation came to on the platform. */
export interface Effect {
  readonly ticket: string;
  /** Of an order. */
  readonly fill?: Fill;
}

export type Sent = ({ readonly outcome: 'done' } & Effect) | Refused | Unknown;
export type Looked =
  | { readonly outcome: 'found'; readonly effect: Effect; readonly others: readonly Deal[] }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** Asks the platform, once. */
export async function send(platform: Platform, operation: Operation, deadline: Deadline): Promise<Sent> {
  const { login, tag } = operation;
  const limit = { deadline };
  switch (operation.kind) {
    case 'open_account': {
      const answer = await platform.openAccount({ ...operation.opening, login }, limit);
      return answer.outcome === 'done' ? { outcome: 'done', ticket: String(login) } : answer;
    }
    case 'market_order':
      return filled(await platform.marketOrder({ ...operation.trade, login, tag }, limit));
    case 'close_position': {
      const { position, lots, seen } = operation.trade;
      return filled(await platform.closePosition({ login, position, lots, tag, ...(seen ? { seen } : {}) }, limit));
    }
    case 'close_by': {
      const { position, by } = operation.trade;
      return filled(await platform.closePositionBy({ login, position, by, tag }, limit));
    }
    case 'pending_order': {
      const answer = await platform.placePending({ ...operation.pending, login, tag }, limit);
      return answer.outcome === 'done' ? { outcome: 'done', ticket: answer.order } : answer;
    }
    case 'change_order':
      return changed(operation.change.order, await platform.changePending({ ...operation.change, login }, limit));
    case 'cancel_order':
      return changed(operation.order, await platform.cancelPending({ login, order: operation.order }, limit));
    case 'access':
      return changed(String(login), await platform.changeAccess(login, operation.access, limit));
    case 'position_stops':
      return changed(operation.stops.position, await platform.changeStops({ ...operation.stops, login }, limit));
    default: {
      const { kind, amount, currency, checkMargin = true } = operation;
      return platform.balanceOperation({ login, kind, amount, currency, tag, checkMargin }, limit);
    }
  }
}

function changed(ticket: string, answer: Answer): Sent {
  return answer.outcome === 'done' ? { outcome: 'done', ticket } : answer;
}

function filled(answer: Awaited<ReturnType<Platform['marketOrder']>>): Sent {
  if (answer.outcome !== 'filled') return answer;
  const { deal, position, price, lots } = answer;
  return { outcome: 'done', ticket: deal, fill: { deal, position, price, lots } };
}

/** Looks what became of it. */
export async function lookUp(platform: Platform, operation: Operation, since: Date): Promise<Looked> {
  const { login, tag } = operation;
  if (operation.kind === 'open_account') return lookUpAccount(platform, login);
  if (operation.kind === 'access') return lookUpAccess(platform, login, operation.access);
  if (isWaiting(operation)) return lookUpWaiting(platform, operation, since);
  const answer = await platform.findByTag({ login, tag, since, expected: expectedOf(operation) });
  if (answer.outcome !== 'done')
    return { outcome: 'unknown', reason: answer.outcome === 'refused' ? answer.code : answer.reason };
  const [first, ...others] = answer.deals;
  if (!first) return { outcome: 'absent' };
  if ('amount' in operation) return { outcome: 'found', effect: { ticket: first.ticket }, others };
  // A position is filled, and closed, in as many parts as the market has it; another position is another order.
  const parts = answer.deals.filter(({ position }) => position === first.position);
  const fill = { deal: first.ticket, position: first.position ?? '', ...filledTogether(parts) };
  return {
    outcome: 'found',
    effect: { ticket: first.ticket, fill },
    others: others.filter(({ position }) => position !== first.position),
  };
}

function isWaiting(operation: Operation): operation is OperationFacts & Waiting {
  return ['pending_order', 'change_order', 'cancel_order', 'position_stops'].includes(operation.kind);
}

async function lookUpWaiting(platform: Platform, operation: OperationFacts & Waiting, since: Date): Promise<Looked> {
  const { login, tag } = operation;
  const lookFor = (): Promise<Found> => {
    switch (operation.kind) {
      case 'pending_order':
        return foundPlacing(platform, { ...operation.pending, login, tag, since });
      case 'change_order':
        return foundChange(platform, { ...operation.change, login });
      case 'cancel_order':
        return foundEnding(platform, { login, order: operation.order, since });
      case 'position_stops':
        return foundStops(platform, { ...operation.stops, login });
    }
  };
  const found = await lookFor();
  return found.outcome === 'found' ? { outcome: 'found', effect: { ticket: found.ticket }, others: [] } : found;
}

async function lookUpAccount(platform: Platform, login: number): Promise<Looked> {
  const answer = await platform.account(login);
  if (answer.outcome === 'done') return { outcome: 'found', effect: { ticket: String(login) }, others: [] };
  if (answer.outcome === 'unknown') return answer;
  return answer.code === 'not_found' ? { outcome: 'absent' } : { outcome: 'unknown', reason: answer.code };
}

async function lookUpAccess(platform: Platform, login: number, access: Access): Promise<Looked> {
  const answer = await platform.account(login);
  if (answer.outcome !== 'done')
    return { outcome: 'unknown', reason: answer.outcome === 'refused' ? answer.code : answer.reason };
  if (answer.account.access !== access) return { outcome: 'absent' };
  return { outcome: 'found', effect: { ticket: String(login) }, others: [] };
}

function expectedOf(operation: Exclude<Operation, Waiting | { kind: 'open_account' | 'access' }>): ExpectedDeal {
  if ('amount' in operation) return { kind: operation.kind, amount: operation.amount };
  const { symbol, side, lots } = operation.trade;
  return operation.kind === 'market_order'
    ? { kind: side, entry: 'in', symbol, lots, position: undefined }
    : { kind: side, entry: 'out', symbol, lots, position: operation.trade.position };
}
