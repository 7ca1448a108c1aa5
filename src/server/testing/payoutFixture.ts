import { expect } from 'vitest';
import { formatMoney, money } from '../../base/money.ts';
import type { Envelope } from '../../protocol/envelope.ts';
import type { SignedIn, TestApp } from './app.ts';
import type { BookFixture } from './bookFixture.ts';
import type { PaymentsFixture } from './paymentsFixture.ts';
import { addressesOf, pinSentTo } from './telling.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a test says what it expects of the data by expecting it
type Answer = Envelope<any> & { readonly httpStatus: number };

/** Takes a client's withdrawals from the request to the payout, by the calls that the forms and the desk send. */
export interface PayoutFixture {
  /** A deposit that has arrived: by card in that currency, or as it says. */
  payIn(account: number, amount: string, how?: Way | string): Promise<number>;
  /** A closed trade, so that nobody is charged for not having traded. */
  trade(account: number): Promise<void>;
  confirm(account: number, amount: string, how?: Way): Promise<Answer>;
  // oxlint-disable-next-line typescript/no-explicit-any -- see Answer
  ask(account: number, amount: string, how?: Way): Promise<{ id: number; quote: any; pin: string }>;
  /** Saved with its PIN; the transfer's number. */
  asked(account: number, amount: string, how?: Way): Promise<number>;
  decide(id: number, body: object): Promise<Answer>;
  approve(id: number): Promise<void>;
  /** A second person agrees. */
  agree(approval: number): Promise<Answer>;
  /** What waits for staff. */
  queue(): Promise<readonly { readonly subject: string }[]>;
  /** What cards still take back in a currency. */
  left(currency: string): Promise<number>;
  references(id: number): Promise<string[]>;
  /** What the provider has of it: way, status and amount of each of its payouts. */
  atProvider(id: number): Promise<string[]>;
  /** As if whatever has to be waited for had passed. */
  lookAgain(): Promise<void>;
  /** Looks again until the transfer has come to its end, instead of waiting for the hour of each look. */
  ends(id: number, status: string): Promise<void>;
}

/** The method, with what it asks for besides. */
type Way = Readonly<Record<string, unknown>> & { readonly pm_id: number };
const byCard: Way = { pm_id: 243 };

interface Parts {
  readonly client: SignedIn;
  readonly payments: PaymentsFixture;
  readonly books: BookFixture;
}

export async function openPayoutFixture(app: TestApp, parts: Parts): Promise<PayoutFixture> {
  return { ...(await openAsking(app, parts)), ...(await openDesk(app)), ...openLooking(app, parts) };
}

/** What a client does. */
async function openAsking(
  app: TestApp,
  { client, payments, books }: Parts,
): Promise<Pick<PayoutFixture, 'payIn' | 'trade' | 'confirm' | 'ask' | 'asked'>> {
  const { email } = await addressesOf(app, client);
  const fixture: Pick<PayoutFixture, 'payIn' | 'trade' | 'confirm' | 'ask' | 'asked'> = {
    async payIn(account, amount, how = 'USD') {
      const asked = typeof how === 'string' ? { currency: how } : how;
      const { id, reference } = await payments.startDeposit(account, amount, asked);
      await books.decide(reference, 'approved');
      await payments.becomes(id, 'completed');
      // As if that had been days ago: a card is no new destination any more.
      await app.owner.sql.run(`update remittance set created_at = created_at - interval '3 days' where id = $1`, [id]);
      return id;
    },
    async trade(account) {
      await app.owner.sql.run(
        `insert into closed_trade (server, ticket, number, position, symbol, side, lots, open_price, close_price, profit, swap, commission, opened_at, closed_at)
         values ('mt5', $2, $1, $2, 'EURUSD', 'buy', 0.1, 1.08, 1.081, 0, 0, 0, now(), now()) on conflict do nothing`,
        [account, `payout-${account}`],
      );
    },
    confirm: (account, amount, how = byCard) =>
      payments.process({ action: 'confirm', transfer_type: 'withdraw', account_number: account, amount, ...how }),
    async ask(account, amount, how) {
      // As if the last PIN had been sent long ago.
      await app.owner.sql.run('delete from challenge');
      const answer = await fixture.confirm(account, amount, how);
      expect(answer.errors).toEqual([]);
      const { remittance_id: id, quote, pin_required: isAsked } = answer.data;
      return { id, quote, pin: isAsked ? await pinSentTo(app, email) : '' };
    },
    async asked(account, amount, how) {
      const { id, pin } = await fixture.ask(account, amount, how);
      const saved = await payments.save(id, { payment_code: pin });
      expect(saved.errors).toEqual([]);
      await app.drain();
      return id;
    },
  };
  return fixture;
}

/** What staff does. */
async function openDesk(app: TestApp): Promise<Pick<PayoutFixture, 'decide' | 'approve' | 'agree' | 'queue'>> {
  const [finance, admin] = [await app.signInStaff('finance'), await app.signInStaff('admin')];
  const reason = 'looked at, all papers are there';
  const desk = (path: string, body: object, as = finance) =>
    app.call({ method: 'POST', path: `/api/desk/${path}`, body: { reason, ...body }, as });
  const fixture: Pick<PayoutFixture, 'decide' | 'approve' | 'agree' | 'queue'> = {
    decide: (id, body) => desk(`transfers/${id}`, body),
    async approve(id) {
      expect((await fixture.decide(id, { action: 'approve' })).errors).toEqual([]);
    },
    agree: (approval) => desk(`approvals/${approval}`, { decision: 'approve' }, admin),
    queue: async () => (await app.call({ method: 'GET', path: '/api/desk/queues/withdrawals', as: finance })).data.items,
  };
  return fixture;
}

/** How it stands. */
function openLooking(
  app: TestApp,
  { payments }: Parts,
): Pick<PayoutFixture, 'left' | 'references' | 'atProvider' | 'lookAgain' | 'ends'> {
  const fixture: Pick<PayoutFixture, 'left' | 'references' | 'atProvider' | 'lookAgain' | 'ends'> = {
    async left(currency) {
      const { methods } = (await payments.get('api/payments/withdraw')).data;
      const left = methods.flatMap((method: { left: { currency: string; amount: string }[] }) => method.left);
      return Number(left.find((each: { currency: string }) => each.currency === currency)?.amount ?? 0);
    },
    async references(id) {
      const rows = await app.owner.sql.many<{ reference: string }>(
        'select reference from payout where remittance_id = $1 order by id',
        [id],
      );
      return rows.map(({ reference }) => reference);
    },
    async atProvider(id) {
      const names = (await fixture.references(id)).flatMap((reference) => [
        reference,
        `${reference}p`,
        `${reference}r1`,
        `${reference}pr1`,
      ]);
      const found: string[] = [];
      for (const name of names) {
        for (const provider of Object.values(app.opened.app.payments)) {
          const answer = await provider.lookUp(name);
          if (answer.outcome !== 'found') continue;
          const { providerStatus, amount } = answer.payment;
          found.push(`${providerStatus} ${amount?.currency ? formatMoney(money(amount.minor, amount.currency)) : ''}`.trim());
        }
      }
      return found;
    },
    async lookAgain() {
      // Whoever is at one already would be overtaken in the middle of it.
      await app.drain();
      await app.owner.sql.run(`update payout set due_at = '2000-01-01' where phase in ('waiting', 'sent')`);
      await app.opened.worker?.sweep('remittance.payouts');
      await app.drain();
    },
    async ends(id, status) {
      const looked = async (): Promise<string> => {
        await fixture.lookAgain();
        return (await payments.detailsOf(id)).status;
      };
      await expect.poll(looked, { interval: 50 }).toBe(status);
    },
  };
  return fixture;
}
