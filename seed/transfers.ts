import { accountNumber, type AccountNumber } from '../src/base/id.ts';
import { importTransfer, quoteFor, type ImportedTransfer } from '../src/areas/payments/face.ts';
import { ensureWallet } from '../src/areas/fundingAccounts/face.ts';
import type { Currency } from '../src/base/currency.ts';
import { money } from '../src/base/money.ts';
import type { Sql } from '../src/base/sql.ts';
import type { PlatformKey } from '../src/law/platforms.ts';
import type { Settings } from '../src/settings/index.ts';
import { chance } from './chance.ts';
import { walletCurrency, type TransferFact } from './holding.ts';
import { minorOf, momentOf, type PlannedAccount, type SeededClient } from './plan.ts';

/** Document 1 §3: 340 credit and debit cards, 19 wallet. */
const cardMethod = 340;
const internalMethod = 19;

interface FundingAccount {
  readonly number: AccountNumber;
  readonly platform: PlatformKey | null;
  readonly currency: Currency;
}

export interface TransferSeeds {
  readonly client: SeededClient;
  readonly accounts: readonly PlannedAccount[];
  readonly settings: Settings;
  readonly now: Date;
}

/** Writes a client's past transfers, oldest first, at the rates of their days; opens the wallets that they name. */
export async function seedTransfers(sql: Sql, seeds: TransferSeeds): Promise<ImportedTransfer[]> {
  const facts = (seeds.client.holdings.transfers ?? []).toSorted((first, second) => second.daysAgo - first.daysAgo);
  const imported: ImportedTransfer[] = [];
  for (const fact of facts) imported.push(await seedTransfer(sql, seeds, fact));
  return imported;
}

async function seedTransfer(sql: Sql, seeds: TransferSeeds, fact: TransferFact): Promise<ImportedTransfer> {
  const { client, settings, now } = seeds;
  const { id, persona } = client;
  const at = momentOf(now, fact.daysAgo, `${persona.name}/${fact.daysAgo}`);
  const target = await fundingAccountOf(sql, seeds, { spot: fact.to, at });
  const source = fact.from === undefined ? undefined : await fundingAccountOf(sql, seeds, { spot: fact.from, at });
  const currency = source?.currency ?? fact.currency ?? target.currency;
  const direction = source ? ('transfer' as const) : ('deposit' as const);
  const feeBasisPoints = source ? settings.transfer.feeBasisPoints : 0;
  const question = { amount: money(minorOf(fact.amount, currency), currency), to: target.currency, feeBasisPoints, direction };
  const refuse = (code: string): never => {
    throw new Error(`no quote for ${persona.name}, ${fact.daysAgo} days ago: ${code}`);
  };
  const { amounts, rate, rateAsOf } = await quoteFor({ sql, now: at, settings, refuse }, question);
  const account = source ?? target;
  return importTransfer(sql, {
    clientId: id,
    companyId: persona.company,
    type: direction,
    outcome: fact.outcome,
    methodId: source ? internalMethod : cardMethod,
    provider: source ? null : 'praxis',
    accountNumber: account.number,
    accountPlatform: account.platform,
    targetNumber: source ? target.number : null,
    targetPlatform: source ? target.platform : null,
    amount: amounts.amount.minor,
    currency,
    fee: amounts.fee.minor,
    leftOver: amounts.leftOver.minor,
    accountAmount: amounts.arrives.minor,
    accountCurrency: target.currency,
    rate: rate ?? null,
    rateAsOf: rateAsOf ?? null,
    at,
    facts: source ? {} : paymentFacts(client, fact),
  });
}

/** What the provider tells of a payment: the client's one card. */
function paymentFacts({ persona }: SeededClient, fact: TransferFact) {
  const lastDigits = String(Math.floor(chance(`${persona.name}/card`) * 10_000)).padStart(4, '0');
  return {
    provider_transaction: `past-${Math.floor(chance(`${persona.name}/${fact.daysAgo}/paid`) * 1e9)}`,
    payer_name: `${persona.firstName} ${persona.lastName}`,
    card_mask: `4111 11** **** ${lastDigits}`,
    card_brand: 'VISA',
  };
}

async function fundingAccountOf(
  sql: Sql,
  seeds: TransferSeeds,
  asked: { readonly spot: string; readonly at: Date },
): Promise<FundingAccount> {
  const { client, accounts } = seeds;
  const currency = walletCurrency(asked.spot);
  if (currency) {
    const order = { clientId: client.id, companyId: client.persona.company, currency, now: asked.at };
    const { number } = await ensureWallet(sql, order);
    return { number, platform: null, currency };
  }
  const account = accounts.find((planned) => planned.key === asked.spot);
  if (!account) throw new Error(`${client.persona.name} has no account ${asked.spot}`);
  return { number: accountNumber(account.login), platform: account.type.platform, currency: account.holding.currency };
}
