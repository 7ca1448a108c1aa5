import { isCurrency } from '../../base/currency.ts';
import { clientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { utcDay } from '../../base/time.ts';
import type { Providers } from '../../ports/payments/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Performer } from '../approvals/face.ts';
import { notify } from '../notices/face.ts';
import { namedMethods, payClosing, restOf, type ToldDestination } from '../payments/face.ts';
import { clientById } from '../session/face.ts';
import { areRefused, waitingMoney, type Asking, type WaitingMoney } from './deciding.ts';
import { unverifiedNotices } from './notices.ts';
import { holdOf, idsOf, tellReturned } from './returning.ts';
import { givenBy } from './rules.ts';
import * as store from './store.ts';
import { closeWait } from './waiting.ts';

export const decideAction = 'unverified.decide';

/** What a decision waits with; minor units as text. */
export type DecidePayload =
  | { readonly does: 'extend'; readonly clientId: number; readonly currency: string; readonly until: string }
  | {
      readonly does: 'send_back';
      readonly clientId: number;
      readonly currency: string;
      readonly minor: string;
      readonly told: ToldDestination;
    };

/** Does what a second person has agreed to: all of it as it was agreed, or nothing. */
export const performer = (app: { readonly settings: () => Settings; readonly payments: Providers }): Performer => ({
  action: decideAction,
  async perform(sql: Sql, { payload, now }) {
    const agreed = payload as DecidePayload;
    const client = await clientById(sql, clientId(agreed.clientId));
    if (!client || !isCurrency(agreed.currency)) return 'outdated';
    const asking: Asking = { sql, now, settings: app.settings(), client };
    const money = await waitingMoney(asking, agreed.currency);
    if (!money) return 'outdated';
    return agreed.does === 'extend'
      ? extend(asking, money, new Date(agreed.until))
      : sendBack({ ...asking, payments: app.payments }, money, agreed);
  },
});

/** The clock of a client is one: whatever is here has the longer time. */
async function extend(asking: Asking, { deposits, lastDue }: WaitingMoney, until: Date): Promise<'done' | 'outdated'> {
  const { sql, now, client } = asking;
  if (until <= now || until > lastDue || areRefused(client)) return 'outdated';
  const waiting = await store.lockOpen(sql, client.id);
  await store.extendClock(sql, client.id, { until, now });
  for (const currency of new Set(waiting.map((each) => each.currency))) await closeWait(asking, currency, 'extended');
  await notify(sql, {
    clientId: client.id,
    notice: unverifiedNotices.unverified_extended,
    values: { day: utcDay(until) },
    key: `unverified:extended:${deposits[0]?.id ?? 0}:${until.toISOString()}`,
    now,
  });
  return 'done';
}

async function sendBack(
  { payments, ...asking }: Asking & { readonly payments: Providers },
  { deposits, inWallet, wallet }: WaitingMoney,
  { minor, told }: Extract<DecidePayload, { does: 'send_back' }>,
): Promise<'done' | 'outdated'> {
  const { sql, now, client } = asking;
  const { currency } = inWallet;
  const method = namedMethods({ ...asking, payments }, currency).find(({ id }) => id === told.methodId);
  if (!wallet || !method || inWallet.minor !== BigInt(minor)) return 'outdated';
  if ((await holdOf(sql, client)) || (await store.isReversalLookedAt(sql, idsOf(deposits)))) return 'outdated';
  const rest = restOf(method, { from: currency, country: client.profile.country, to: told });
  if (!rest) return 'outdated';
  const only = new Set(idsOf(deposits));
  const paid = await payClosing(sql, {
    ...asking,
    wallet,
    agreed: inWallet,
    balance: inWallet,
    only,
    to: { rest, told, takesAll: true },
  });
  if (paid === undefined) return 'outdated';
  await store.keepGiven(sql, givenBy(await store.linesOfWithdrawal(sql, paid), deposits));
  await store.noteReturn(sql, idsOf(deposits), { returnId: paid, now });
  await tellReturned(asking, { amount: inWallet, id: paid });
  await closeWait(asking, currency, 'sent_back');
  return 'done';
}
