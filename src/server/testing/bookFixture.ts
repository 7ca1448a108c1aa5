import { type AccountNumber, type ClientId } from '../../base/id.ts';
import { type CompanyId } from '../../law/regions/profile.ts';
import { ensureWallet } from '../../areas/fundingAccounts/face.ts';
import { accountOf, keepSnapshot } from '../../areas/accounts/face.ts';
import { keepReference } from '../../areas/rates/store.ts';
import type { Currency } from '../../base/currency.ts';
import { formatMinor, parseMinor, parseRate } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { auditLedger } from '../../ledger/audit.ts';
import { opening, trading, wallet } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { SignedIn, TestApp } from './app.ts';
import { outlastOperations } from './operations.ts';

export type FaultTarget = 'trading' | 'payments';

/** Gives the clients of a test application money, and looks where it is. Amounts are decimal strings. */
export interface BookFixture {
  /** A live account with that much on it, on the platform and in the ledger. */
  account(as: SignedIn, type: string, held: { currency: Currency; amount: string; swapFree?: true }): Promise<AccountNumber>;
  /** A wallet with that much on it. */
  wallet(as: SignedIn, held: { currency: Currency; amount: string }): Promise<AccountNumber>;
  /** What the platform says is on a trading account. */
  onPlatform(number: number): Promise<string>;
  /** What the ledger says is on a trading account or wallet. */
  inLedger(number: number): Promise<string>;
  fail(target: FaultTarget, mode: string, count?: number): Promise<void>;
  /** Decides a payment at the provider, as the hosted page would. */
  decide(reference: string, outcome: 'approved' | 'declined' | 'pending'): Promise<void>;
  /** Lets the leases and delays of everything that is under way run out, and does what is due. */
  hurry(): Promise<void>;
  /** What the audit of the whole ledger finds wrong. */
  faults(): Promise<unknown[]>;
}

/** Units for one euro. */
const rates = { USD: '1.08', GBP: '0.84', ZAR: '19.9', CNY: '7.8' } as const;

export async function openBookFixture(app: TestApp): Promise<BookFixture> {
  const { owner, opened } = app;
  const now = opened.app.clock.now();
  await keepReference(
    owner.sql,
    Object.entries(rates).map(([currency, rate]) => ({
      currency,
      day: now.toISOString().slice(0, 10),
      rate: parseRate(rate) ?? 0n,
      publishedAt: new Date(now.getTime() - 60_000),
    })),
  );
  return {
    ...openBank(app),
    async fail(target, mode, count = 1) {
      await app.call({ method: 'POST', path: '/sandbox/faults', body: { target, mode, count } });
    },
    async decide(reference, outcome) {
      const answer = await app.call({ method: 'POST', path: `/sandbox/payments/${reference}`, body: { outcome } });
      if (!answer.success) throw new Error(`the provider would not: ${JSON.stringify(answer)}`);
    },
    async hurry() {
      for (let round = 0; round < 4; round += 1) {
        await outlastOperations(app);
        await owner.sql.run(
          `update outbox set due_at = now() - interval '1 minute' where done_at is null and topic like 'remittance.%' or topic = 'payment.message'`,
        );
        await app.drain();
      }
    },
    faults: () => auditLedger(owner.sql, { scope: 'whole' }),
  };
}

/** Gives money and looks where it is. */
function openBank({ call, owner, opened }: TestApp): Pick<BookFixture, 'account' | 'wallet' | 'onPlatform' | 'inLedger'> {
  const { platforms, book, clock } = opened.app;
  let funded = 0;

  const fund = async (to: ReturnType<typeof wallet>, minor: bigint): Promise<void> => {
    const legs = [{ from: opening(to.company, to.unit), to, minor }] as const;
    await book.submit({ movement: { key: `opening:test-${(funded += 1)}`, kind: 'opening_balance', legs, at: clock.now() } });
  };
  return {
    async account(as, type, { currency, amount, swapFree = false }) {
      const body = { account: type, currency, leverage: type === 'pro' ? 200 : 25, swap_free: swapFree, i_agree_tc: true };
      const answer = await call({ method: 'POST', path: 'api/accounts/live', body, as });
      if (!answer.success) throw new Error(`no account could be opened: ${JSON.stringify(answer.errors)}`);
      const number: AccountNumber = answer.data.number;
      const account = await mustAccount(owner.sql, number);
      const minor = parseMinor(amount, currency) ?? 0n;
      if (minor === 0n) return number;
      const platform = platforms[account.platform];
      await platform.balanceOperation({ login: number, kind: 'balance', amount: minor, currency, tag: `test-${number}` });
      await fund(trading({ company: account.companyId, clientId: account.clientId }, currency, number), minor);
      const told = await platform.account(number);
      if (told.outcome === 'done') await keepSnapshot(owner.sql, told.account);
      return number;
    },
    async wallet(as, { currency, amount }) {
      const companyId = await companyOf(owner.sql, as.clientId);
      const opened = await ensureWallet(owner.sql, { clientId: as.clientId, companyId, currency, now: clock.now() });
      const minor = parseMinor(amount, currency) ?? 0n;
      if (minor > 0n) await fund(wallet({ company: companyId, clientId: as.clientId }, currency), minor);
      return opened.number;
    },
    async onPlatform(number) {
      const account = await mustAccount(owner.sql, number);
      const told = await platforms[account.platform].account(number);
      if (told.outcome !== 'done') throw new Error(`the platform says ${told.outcome}`);
      return formatMinor(told.account.balance, account.currency);
    },
    async inLedger(number) {
      const account = await accountOf(owner.sql, number);
      if (account) {
        const kept = trading({ company: account.companyId, clientId: account.clientId }, account.currency, account.number);
        return formatMinor(await balanceOf(owner.sql, kept), account.currency);
      }
      const row = await owner.sql.one<{ client_id: ClientId; company_id: number; currency: Currency }>(
        'select client_id, company_id, currency from wallet where number = $1',
        [number],
      );
      const books = wallet({ company: row.company_id, clientId: row.client_id }, row.currency);
      return formatMinor(await balanceOf(owner.sql, books), row.currency);
    },
  };
}

async function companyOf(sql: Sql, clientId: number): Promise<CompanyId> {
  return (await sql.one<{ company_id: CompanyId }>('select company_id from client where id = $1', [clientId])).company_id;
}

async function mustAccount(sql: Sql, number: number) {
  const account = await accountOf(sql, number);
  if (!account) throw new Error(`there is no account ${number}`);
  return account;
}
