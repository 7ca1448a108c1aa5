import type { Deadline } from '../../base/time.ts';
import type {
  AccountOpening,
  Deal,
  ExpectedDeal,
  Fill,
  MarketOrder,
  Platform,
  Refused,
  Trade,
  Unknown,
} from '../../ports/platform/port.ts';
import type { MoneyFacts, OperationFacts } from './store.ts';

/** What is asked of a platform, with all that the platform is told. */
export type Operation = OperationFacts & Asked;
export type MoneyOperation = OperationFacts & MoneyFacts & { readonly checkMargin?: boolean };

type Asked =
  | (MoneyFacts & {
      /** Whether a withdrawal may not exceed the free margin; so unless it says otherwise. */
      readonly checkMargin?: boolean;
    })
  | { readonly kind: 'open_account'; readonly opening: Omit<AccountOpening, 'login'> }
  | { readonly kind: 'market_order'; readonly trade: TradeAsked }
  | { readonly kind: 'close_position'; readonly trade: TradeAsked & { readonly position: string } };

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
    default: {
      const { kind, amount, currency, checkMargin = true } = operation;
      return platform.balanceOperation({ login, kind, amount, currency, tag, checkMargin }, limit);
    }
  }
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
  const answer = await platform.findByTag({ login, tag, since, expected: expectedOf(operation) });
  if (answer.outcome !== 'done')
    return { outcome: 'unknown', reason: answer.outcome === 'refused' ? answer.code : answer.reason };
  const [first, ...others] = answer.deals;
  if (!first) return { outcome: 'absent' };
  if ('amount' in operation) return { outcome: 'found', effect: { ticket: first.ticket }, others };
  const fill = { deal: first.ticket, position: first.position ?? '', price: first.price, lots: first.lots };
  // An order is filled in as many parts as the market has it.
  return { outcome: 'found', effect: { ticket: first.ticket, fill }, others: [] };
}

async function lookUpAccount(platform: Platform, login: number): Promise<Looked> {
  const answer = await platform.account(login);
  if (answer.outcome === 'done') return { outcome: 'found', effect: { ticket: String(login) }, others: [] };
  if (answer.outcome === 'unknown') return answer;
  return answer.code === 'not_found' ? { outcome: 'absent' } : { outcome: 'unknown', reason: answer.code };
}

function expectedOf(operation: Exclude<Operation, { kind: 'open_account' }>): ExpectedDeal {
  if ('amount' in operation) return { kind: operation.kind, amount: operation.amount };
  const { symbol, side, lots } = operation.trade;
  return operation.kind === 'market_order'
    ? { kind: side, entry: 'in', symbol, lots, position: undefined }
    : { kind: side, entry: 'out', symbol, lots, position: operation.trade.position };
}
