import type { AccountNumber, RemittanceId } from '../../../base/id.ts';
import { formatMoney, type Money } from '../../../base/money.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Sql } from '../../../base/sql.ts';
import { requireGate } from '../../../law/gates.ts';
import type { ClientIdentity } from '../../../protocol/call.ts';
import type { Engine, Needs, Run } from '../context.ts';
import type { ProcessContext } from '../contract.ts';
import type { Offer } from '../direction.ts';
import { remittanceWithEnds } from '../ends.ts';
import { putQuestions } from '../questions.ts';
import { validity } from '../quotes.ts';
import { addQuote, changeQuote, remittanceOf, type Remittance } from '../store.ts';
import { transfers } from './transfers.ts';

/** A transfer between own accounts that its client has ordered before, and does not look at now. */
export interface OrderedTransfer {
  readonly client: Pick<ClientIdentity, 'id' | 'companyId' | 'profile'>;
  readonly from: AccountNumber;
  readonly to: AccountNumber;
  readonly amount: Money;
  /** The quote that it was begun with before, if it was. */
  readonly quote: RemittanceId | null;
  /** False: it is only found out whether it has begun. */
  readonly mayBegin: boolean;
  /** Keeps with the order that it is done by this quote; false when it has another by now, or is not to be done any more. */
  readonly bind: (sql: Sql, quote: RemittanceId) => Promise<boolean>;
}

/** `begun`: it goes its own way now, whatever becomes of it. `refused`: nothing has happened, for that code of the form. `taken`: somebody else is at it. `stopped`: it was not to begin, and has not. */
export type OrderedOutcome =
  | { readonly outcome: 'begun'; readonly remittance: Remittance }
  | { readonly outcome: 'refused'; readonly code: string }
  | { readonly outcome: 'taken' | 'stopped' };

interface OrderedParts {
  readonly needs: Needs & { readonly engine: Engine };
  readonly run: Run;
  readonly now: Date;
}

/**
 * Does it as the form would, held to the same law and with no answer to what the form would ask back. However often and by however
 * many it is done, money moves once: the order keeps its one quote, and a quote begins once.
 */
export async function transferOrdered(parts: OrderedParts, order: OrderedTransfer): Promise<OrderedOutcome> {
  const { needs, run } = parts;
  const known = order.quote === null ? undefined : await remittanceOf(run.sql, order.quote);
  if (known && known.phase !== 'quoted') return { outcome: 'begun', remittance: known };
  if (!order.mayBegin) return { outcome: 'stopped' };
  const ctx = contextOf(parts, order.client);
  try {
    const kept = await keepQuote(ctx, { order, known, offer: await offerOf(needs, ctx, order) });
    if (kept === 'taken') return { outcome: 'taken' };
    const found = await remittanceWithEnds(run.sql, ctx.client.id, kept);
    if (!found) throw new Error(`the quote ${kept} of an ordered transfer is gone`);
    if (found.remittance.phase !== 'quoted') return { outcome: 'begun', remittance: found.remittance };
    const saving = { ...found, input: { action: 'save' } as const };
    const prepared = { ...saving, remittance: await transfers.asked.prepare(ctx, saving) };
    const quote = await putQuestions(needs, ctx, { ...prepared, questions: transfers.asked.questions.save });
    const driven = await needs.engine.save(run, quote);
    return driven === 'short' ? { outcome: 'refused', code: 'not_enough_money' } : { outcome: 'begun', remittance: driven };
  } catch (error) {
    if (error instanceof Refusal) return { outcome: 'refused', code: error.code };
    throw error;
  }
}

async function offerOf(needs: Needs, ctx: ProcessContext, { from, to, amount }: OrderedTransfer): Promise<Offer> {
  requireGate('transfer', ctx.client.profile, ctx.refuse);
  const offer = await transfers.asked.offer(needs, ctx, {
    action: 'confirm',
    transfer_type: 'transfer',
    account_number: from,
    target_account_number: to,
    amount: formatMoney(amount),
    currency: amount.currency,
  });
  for (const question of transfers.asked.questions.confirm) await question(ctx, offer);
  return offer;
}

interface Keeping {
  readonly order: OrderedTransfer;
  readonly known: Remittance | undefined;
  readonly offer: Offer;
}

/** Its quote, which is the same one each time, at the terms of now. */
async function keepQuote(ctx: ProcessContext, { order, known, offer }: Keeping): Promise<RemittanceId | 'taken'> {
  if (known) {
    // When it has begun meanwhile, it is no quote to be changed any more, and the next look at it says so.
    await changeQuote(ctx.sql, known.id, offer.quote);
    return known.id;
  }
  const taken = new Error('the order has another quote');
  return ctx
    .transact(async (sql) => {
      const { id } = await addQuote(sql, { ...offer.quote, type: 'transfer', ...validity(ctx) });
      if (!(await order.bind(sql, id))) throw taken;
      return id;
    })
    .catch((error: unknown) => {
      if (error === taken) return 'taken' as const;
      throw error;
    });
}

/** What a call of the client's own would run in; nobody is there to be given cookies or to answer. */
function contextOf({ run, now }: OrderedParts, client: OrderedTransfer['client']): ProcessContext {
  return {
    ...run,
    now,
    client: { ...client, sid: '' },
    language: 'en',
    origin: { address: '', agent: '', isSecure: true },
    site: undefined,
    key: undefined,
    refuse: (code, detail) => {
      throw new Refusal(code, detail);
    },
    readCookie: () => undefined,
    cookie: () => undefined,
  };
}
