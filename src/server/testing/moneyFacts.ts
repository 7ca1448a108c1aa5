import { randomUUID } from 'node:crypto';
import { keepQuote } from '../../areas/gold/store.ts';
import { tradeAt } from '../../areas/gold/trades.ts';
import { after } from '../../base/time.ts';
import type { SignedIn, TestApp } from './app.ts';
import { openBankFixture } from './bankFixture.ts';
import { meanwhile, providerSays, sweep, type Fact, type World } from './telling.ts';
import { restrict, setBack } from './paymentsFixture.ts';

const transferTopics = ['accounts', 'transfers', 'wallets', 'dashboard'] as const;
const byMail = ['screen', 'mail'] as const;
const onScreen = ['screen'] as const;

/** What becomes of money. */
export const moneyFacts: readonly Fact[] = [
  {
    fact: 'a deposit is paid and arrives',
    type: 'deposit_completed',
    over: byMail,
    live: transferTopics,
    ready: async ({ payments, books, dollars }) => {
      const { id, reference } = await payments.startDeposit(dollars, '100');
      return async () => {
        await books.decide(reference, 'approved');
        await payments.becomes(id, 'completed');
      };
    },
  },
  {
    fact: 'the client asks by which account and reference a transfer is paid',
    type: 'transfer_details',
    over: byMail,
    live: [],
    ready: async ({ payments, dollars }) => {
      const { id } = await payments.startDeposit(dollars, '100', { pm_id: 1010 });
      return () => payments.post('api/direct/send-deposit-request', { remittance_id: id });
    },
  },
  {
    fact: 'a transfer from the client’s bank arrives',
    type: 'deposit_completed',
    over: byMail,
    live: transferTopics,
    ready: async ({ app, client, payments, dollars }) => {
      const bank = await openBankFixture(app, client);
      const { id, reference } = await payments.startDeposit(dollars, '100', { pm_id: 1010 });
      await bank.arrives({ text: reference, amount: '100.00' });
      return async () => {
        await bank.fetched();
        await payments.becomes(id, 'completed');
      };
    },
  },
  {
    fact: 'another amount than was asked for is paid in',
    type: 'deposit_on_review',
    over: byMail,
    live: transferTopics,
    ready: async (world) => {
      const { reference } = await world.payments.startDeposit(world.dollars, '100');
      return () => providerSays(world, reference, { status: 'approved', amount: { minor: 8_000n, currency: 'USD' } });
    },
  },
  {
    fact: 'the provider declines a deposit',
    type: 'deposit_declined',
    over: byMail,
    live: transferTopics,
    ready: async ({ payments, books, dollars }) => {
      const { id, reference } = await payments.startDeposit(dollars, '100');
      return async () => {
        await books.decide(reference, 'declined');
        await payments.becomes(id, 'declined');
      };
    },
  },
  {
    fact: 'the client cancels a deposit',
    type: 'deposit_cancelled',
    over: onScreen,
    live: transferTopics,
    ready: async ({ payments, dollars }) => {
      const { id } = await payments.startDeposit(dollars, '100');
      return () => payments.post('api/transfers/cancel', { tid: id });
    },
  },
  {
    fact: 'nobody pays a deposit in time',
    type: 'deposit_cancelled',
    over: onScreen,
    live: transferTopics,
    ready: async ({ app, payments, dollars }) => {
      const { id } = await payments.startDeposit(dollars, '100');
      await setBack(app, id, 'expires_at = created_at');
      return () => sweep(app, 'remittance.overdue');
    },
  },
  {
    fact: 'the provider opens no page for a deposit',
    type: 'deposit_failed',
    over: byMail,
    live: transferTopics,
    ready: async ({ app, payments, dollars }) => {
      const { data } = await payments.askDeposit(dollars, '100');
      const refuses = async () => ({ outcome: 'refused', code: 'rejected_by_provider', message: 'told by the test' }) as const;
      return () => meanwhile(app.opened.app.payments.praxis, { startPayment: refuses }, () => payments.save(data.remittance_id));
    },
  },
  {
    fact: 'the account that was paid into is gone, and the money goes into the wallet',
    type: 'deposit_in_wallet',
    over: byMail,
    live: transferTopics,
    ready: async ({ app, payments, books, dollars }) => {
      const { id, reference } = await payments.startDeposit(dollars, '100');
      await app.owner.sql.run('update remittance set account_number = 1 where id = $1', [id]);
      return async () => {
        await books.decide(reference, 'approved');
        await payments.becomes(id, 'completed');
      };
    },
  },
  {
    fact: 'a payment is taken back by the payer’s bank',
    type: 'reversal_completed',
    over: byMail,
    live: transferTopics,
    ready: async (world) => {
      const paid = await paidInto(world, world.dollars);
      return () => takeBack(world, paid);
    },
  },
  {
    fact: 'a payment is taken back that its account does not hold any more',
    type: 'debt_opened',
    over: byMail,
    live: transferTopics,
    ready: async (world) => {
      const { books, client, payments, wallet } = world;
      const account = await books.account(client, 'standard', { currency: 'USD', amount: '0' });
      const paid = await paidInto(world, account);
      await payments.save(await payments.confirmed(account, wallet, '100.00'));
      return () => takeBack(world, paid);
    },
  },
  {
    fact: 'a deposit arrives while something is owed',
    type: 'deposit_to_debt',
    over: byMail,
    live: transferTopics,
    ready: async (world) => {
      const { app, books, client, payments, wallet, dollars } = world;
      const account = await books.account(client, 'standard', { currency: 'USD', amount: '0' });
      const paid = await paidInto(world, account);
      await payments.save(await payments.confirmed(account, wallet, '100.00'));
      await takeBack(world, paid);
      // As it was before there was anything that it could be taken from.
      await app.owner.sql.run('update client_debt set remaining = amount, ended_at = null where client_id = $1', [
        client.clientId,
      ]);
      const { reference } = await payments.startDeposit(dollars, '100');
      return () => providerSays(world, reference, { status: 'approved', amount: hundred });
    },
  },
  {
    fact: 'a chargeback is decided for the broker after all',
    type: 'payment_won_back',
    over: byMail,
    live: transferTopics,
    ready: async (world) => {
      const paid = await paidInto(world, world.dollars);
      await takeBack(world, paid);
      const won = { kind: 'won_back', status: 'approved', providerTransactionId: `won-${paid.id}`, amount: hundred } as const;
      return () => providerSays(world, paid.reference, won);
    },
  },
  {
    fact: 'a refund is told of that fits no payment',
    type: 'reversal_on_review',
    over: byMail,
    live: transferTopics,
    ready: async (world) => {
      const { id, reference } = await paidInto(world, world.dollars);
      const amount = { minor: 2_000n, currency: 'GBP' } as const;
      const refund = { kind: 'refund', status: 'approved', providerTransactionId: `foreign-${id}`, amount } as const;
      return () => providerSays(world, reference, refund);
    },
  },
  {
    fact: 'a transfer between own accounts arrives',
    type: 'transfer_completed',
    over: byMail,
    live: transferTopics,
    ready: async ({ payments, wallet, dollars }) => {
      const id = await payments.confirmed(wallet, dollars, '5.00');
      return () => payments.save(id);
    },
  },
  {
    fact: 'the money of a transfer is gone when it is to leave',
    type: 'transfer_declined',
    over: byMail,
    live: transferTopics,
    ready: async ({ app, payments, books, client, wallet }) => {
      const poor = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '20.00' });
      const id = await payments.confirmed(poor, wallet, '15.00');
      const { mt5 } = app.opened.app.platforms;
      await mt5.balanceOperation({ login: poor, kind: 'balance', amount: -2_000n, currency: 'USD', tag: `gone-${poor}` });
      return () => payments.save(id);
    },
  },
  {
    fact: 'the target of a transfer takes no money any more',
    type: 'transfer_failed',
    over: byMail,
    live: transferTopics,
    ready: async ({ app, payments, books, client, wallet }) => {
      const target = await books.account(client, 'standard', { currency: 'USD', amount: '0' });
      const id = await payments.confirmed(wallet, target, '5.00');
      await payments.hold(id);
      await app.owner.sql.run(`update trading_account set status = 'archived' where number = $1`, [target]);
      return () => books.hurry();
    },
  },
  ...(['buy', 'sell'] as const).map((side): Fact => ({
    fact: `a gram of gold is ${side === 'buy' ? 'bought' : 'sold'}`,
    type: side === 'buy' ? 'gold_bought' : 'gold_sold',
    over: byMail,
    live: ['gold', 'wallets', 'dashboard'],
    ready: async ({ app, client }) => {
      const { quote, trader } = await gramOfGold(app, client, side);
      return () => app.database.transact((sql) => tradeAt(quote, side, { ...trader, sql }));
    },
  })),
];

/** A gram of gold quoted to a client, and who trades at it. */
async function gramOfGold(app: TestApp, { clientId }: SignedIn, side: 'buy' | 'sell') {
  const quote = randomUUID();
  const now = app.opened.clock.now();
  const amounts = { weight: 10_000_000n, metal: 12_860n, spread: 60n, tax: 0n, total: side === 'buy' ? 12_920n : 12_800n };
  const market = { bid: '4000.00', ask: '4000.22', priceAt: now, quotedAt: now, expiresAt: after(now, 60_000) };
  await keepQuote(app.owner.sql, { id: quote, clientId, companyId: 3, side, ...amounts, ...market });
  const refuse = (code: string): never => {
    throw new Error(`no gold: ${code}`);
  };
  return { quote, trader: { now, owner: { clientId, company: 3 as const }, refuse } };
}

const hundred = { minor: 10_000n, currency: 'USD' } as const;

interface Paid {
  readonly id: number;
  readonly reference: string;
}

/** A deposit of a hundred dollars that has arrived. */
async function paidInto(world: World, account: number): Promise<Paid> {
  const { id, reference } = await world.payments.startDeposit(account, '100');
  await providerSays(world, reference, { status: 'approved', amount: hundred });
  await world.payments.becomes(id, 'completed');
  return { id, reference };
}

async function takeBack(world: World, { id, reference }: Paid): Promise<void> {
  const taken = { kind: 'chargeback', status: 'approved', providerTransactionId: `back-${id}`, amount: hundred } as const;
  await providerSays(world, reference, taken);
  // The facts that follow need a client who may trade and withdraw.
  await restrict(world.app, world.client, false);
}
