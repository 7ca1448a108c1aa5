import type { Currency } from '../../base/currency.ts';
import { formatMoney } from '../../base/money.ts';
import type { Providers } from '../../ports/payments/index.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import {
  closingPlan,
  namedMethods,
  readTold,
  restOf,
  type NamedDestination,
  type Naming,
  type ToldDestination,
} from '../payments/face.ts';
import type { FoundClient } from '../session/face.ts';
import type { PayPayload } from './agreed.ts';
import type { closingContract } from './contract.ts';
import { shownLines, walletsLeft } from './left.ts';

/* What a closed client has beyond what was paid in: it goes to an account in the client's own name, which papers show and staff names. */

type Decide = ContextOf<(typeof closingContract)['calls']['decide']>;
type Asked = Parameters<Handlers<typeof closingContract>['decide']>[0];

/** Where that pays what goes nowhere else; undefined where it is not offered any more. */
export function namedFor(naming: Naming, told: ToldDestination, from: Currency): NamedDestination | undefined {
  const method = namedMethods(naming, from).find(({ id }) => id === told.methodId);
  const rest = method && restOf(method, { from, country: naming.client.profile.country, to: told });
  return rest && { rest, told, takesAll: false };
}

interface Decided {
  readonly client: FoundClient;
  readonly payments: Providers;
}

/** What a second person is asked: all of a wallet, first back to what has paid in, and the rest to that account. */
export async function restAsked(ctx: Decide, { client, payments }: Decided, asked: Asked) {
  const { account_number: number, pm_id: id, ...to } = asked;
  if (number === undefined) return ctx.refuse('field_required', { field: 'account_number' });
  if (id === undefined) return ctx.refuse('field_required', { field: 'pm_id' });
  const asking = { ...ctx, client };
  const left = (await walletsLeft(asking)).find(({ wallet }) => wallet.number === number);
  if (!left) return ctx.refuse('nothing_to_pay', { field: 'account_number' });
  const { balance } = left;
  const { currency } = balance;
  const naming = { settings: ctx.settings, client, payments };
  const method = namedMethods(naming, currency).find((each) => each.id === id);
  const told = method && readTold({ client, refuse: ctx.refuse }, method, to);
  const named = told && namedFor(naming, told, currency);
  if (!named) return ctx.refuse('method_not_offered', { field: 'pm_id' });
  const plan = await closingPlan(asking, balance, { to: named });
  if (plan.lines.length === 0) return ctx.refuse('nothing_to_pay', { field: 'pm_id' });
  const payload: PayPayload = { clientId: client.id, wallets: [{ number, minor: String(plan.most.minor), told: named.told }] };
  return {
    payload,
    before: { wallets: [{ number, amount: formatMoney(balance), currency }] },
    after: { goes_back: shownLines(plan) },
  };
}
