import { type RemittanceId } from '../../base/id.ts';
import { expect } from 'vitest';
import { openEngine } from '../../areas/payments/engine.ts';
import type { Engine } from '../../areas/payments/context.ts';
import * as movements from '../../areas/payments/transfer/movements.ts';
import { remittanceOf } from '../../areas/payments/store.ts';
import type { PaymentState } from '../../ports/payments/port.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { Envelope } from '../../protocol/envelope.ts';
import { openTestApp, type SignedIn, type TestApp } from './app.ts';
import { openBookFixture, type BookFixture } from './bookFixture.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a test says what it expects of the data by expecting it
type Answer = Envelope<any> & { readonly httpStatus: number };

/** Moves a client's money by the calls that the portal's own forms send. Amounts are decimal strings. */
export interface PaymentsFixture {
  get(path: string): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
  process(body: object): Promise<Answer>;
  askTransfer(from: number, to: number, amount: unknown): Promise<Answer>;
  /** By card in US dollars, unless `more` says otherwise. */
  askDeposit(account: number, amount: unknown, more?: object): Promise<Answer>;
  save(id: number, more?: object): Promise<Answer>;
  /** A transfer that was confirmed: its number. */
  confirmed(from: number, to: number, amount: string): Promise<RemittanceId>;
  /** A deposit that was saved: its payment waits at the provider under that reference. */
  startDeposit(account: number, amount: string, more?: object): Promise<{ id: RemittanceId; reference: string }>;
  // oxlint-disable-next-line typescript/no-explicit-any -- see Answer
  detailsOf(id: number): Promise<any>;
  /** Waits until a transfer has that status, doing whatever is due. */
  becomes(id: number, status: string): Promise<void>;
  /**
   * Settles the payment against a provider that says this of it, which the sandbox's does not. With `standing` it is a signed message,
   * and that is what the provider says when it is asked.
   */
  told(reference: string, state: Partial<PaymentState>, standing?: Partial<PaymentState>): Promise<string>;
  /** Commits the hold of a confirmed transfer, as a process does that dies right after it. */
  hold(id: RemittanceId): Promise<void>;
}

/** What the engine runs in outside of any call: nobody is told. */
export function runOf(app: TestApp) {
  const { sql, transact } = app.database;
  return { sql, transact, tellIn: async () => undefined, settings: app.opened.settings.current() };
}

/** The engine of another process of the application, which MetaTrader 5 answers otherwise in what is named. */
export function engineBeside(app: TestApp, mt5: Partial<Platform>): Engine {
  const { platforms } = app.opened.app;
  return openEngine({ ...app.opened.app, platforms: { ...platforms, mt5: { ...platforms.mt5, ...mt5 } } });
}

/** Sets a saved remittance's times as only their passing does: in its row and in what is under way. `change` is SQL. */
export async function setBack(app: TestApp, id: number, change: string): Promise<void> {
  await app.owner.sql.run(
    `with changed as (update remittance set ${change} where id = $1 returning id, expires_at, updated_at)
     update remittance_under_way u set expires_at = r.expires_at, updated_at = r.updated_at from changed r where u.remittance_id = r.id`,
    [id],
  );
}

/** Whether a disputed payment restricts that client, set behind the application's back; once every process of it knows. */
export async function restrict(app: TestApp, client: SignedIn, isChargedBack: boolean): Promise<void> {
  const { sql } = app.owner;
  if (!isChargedBack)
    await sql.run('update dispute set lifted_at = coalesce(lifted_at, opened_at) where client_id = $1', [client.clientId]);
  await sql.run('update client set charged_back = $2, version = version + 1 where id = $1', [client.clientId, isChargedBack]);
  const isTold = async (): Promise<boolean> => {
    const { gates } = (await app.call({ method: 'GET', path: 'api/client_info', as: client })).data;
    return gates.withdraw?.code === 'charged_back';
  };
  await expect.poll(isTold, { interval: 20 }).toBe(isChargedBack);
}

/** An application of its own with a client who has money to move. */
export interface Counter {
  readonly app: TestApp;
  readonly books: BookFixture;
  readonly client: SignedIn;
  readonly payments: PaymentsFixture;
  /** An account in US dollars on MetaTrader 5. */
  readonly dollars: number;
  /** The wallet in US dollars. */
  readonly wallet: number;
}

/** Opens an application in which that seeded client has so much more, in decimal strings. The test closes the application. */
export async function openCounter(
  name: string,
  held: Readonly<Record<'dollars' | 'wallet', string>>,
  options?: Parameters<typeof openTestApp>[0],
): Promise<Counter> {
  const app = await openTestApp(options);
  const books = await openBookFixture(app);
  const client = await app.signIn(name);
  const dollars = await books.account(client, 'advantage mt5', { currency: 'USD', amount: held.dollars });
  const wallet = await books.wallet(client, { currency: 'USD', amount: held.wallet });
  return { app, books, client, payments: openPaymentsFixture(app, client), dollars, wallet };
}

export function openPaymentsFixture(app: TestApp, client: SignedIn): PaymentsFixture {
  const get = (path: string) => app.call({ method: 'GET', path, as: client });
  const post = (path: string, body: object) => app.call({ method: 'POST', path, body, as: client });
  const process = (body: object) => post('api/payments_process', body);
  const save = (id: number, more: object = {}) => process({ action: 'save', remittance_id: id, ...more });
  const askTransfer = (from: number, to: number, amount: unknown) => process(transferAsked(from, to, amount));
  const askDeposit = (account: number, amount: unknown, more: object = {}) => process(depositAsked(account, amount, more));
  const detailsOf = async (id: number) => (await get(`api/transfers?tid=${id}`)).data.transfer;
  return {
    get,
    post,
    process,
    askTransfer,
    askDeposit,
    save,
    detailsOf,
    async confirmed(from, to, amount) {
      const answer = await askTransfer(from, to, amount);
      expect(answer.errors).toEqual([]);
      return answer.data.remittance_id;
    },
    async startDeposit(account, amount, more) {
      const asked = await askDeposit(account, amount, more);
      expect(asked.errors).toEqual([]);
      const id: RemittanceId = asked.data.remittance_id;
      expect((await save(id)).data).toMatchObject({ status: 'waiting_payment', redirect: { method: 'GET' } });
      return { id, reference: await referenceOf(app, id) };
    },
    async becomes(id, status) {
      const statusNow = async (): Promise<string> => {
        await app.drain();
        return (await detailsOf(id)).status;
      };
      await expect.poll(statusNow, { interval: 50 }).toBe(status);
    },
    async told(reference, state, standing) {
      const payer = { name: undefined, cardMask: undefined, cardBrand: undefined };
      const usual = {
        kind: 'payment',
        undoesItself: false,
        providerStatus: '',
        providerTransactionId: `T-${reference}`,
        amount: undefined,
        occurredAt: app.opened.clock.now(),
      } as const;
      const said = { reference, payer, status: 'pending', ...usual, ...state } as const;
      const payment = { ...said, ...standing };
      const { praxis } = app.opened.app.payments;
      const payments = { praxis: { ...praxis, lookUp: async () => ({ outcome: 'found', payment }) as const } };
      const engine = openEngine({ ...app.opened.app, payments });
      return standing ? engine.applyTold(runOf(app), said) : engine.applyPayment(runOf(app), reference);
    },
    async hold(id) {
      const remittance = await remittanceOf(app.database.sql, id);
      if (!remittance) throw new Error(`there is no remittance ${id}`);
      await app.opened.app.book.submit(movements.held(remittance, { at: app.opened.clock.now() }));
    },
  };
}

export function transferAsked(from: number, to: number, amount: unknown) {
  return { action: 'confirm', transfer_type: 'transfer', account_number: from, target_account_number: to, amount };
}

function depositAsked(account: number, amount: unknown, more: object) {
  return { action: 'confirm', transfer_type: 'deposit', account_number: account, amount, currency: 'USD', pm_id: 340, ...more };
}

/** What the provider calls the payment. */
export async function referenceOf(app: TestApp, id: number): Promise<string> {
  const row = await app.owner.sql.one<{ reference: string }>('select reference from remittance where id = $1', [id]);
  return row.reference;
}
