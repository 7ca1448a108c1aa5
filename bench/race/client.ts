import { setTimeout as wait } from 'node:timers/promises';
import { emailOf } from '../../seed/personas.ts';
import { fundingAccountsOf } from '../crash/books.ts';
import { openLine, Unanswered, type Answer, type Line } from '../crash/line.ts';
import type { Portals } from './portals.ts';

/** A client with all of a wallet to race for, signed in at both portals. */
export interface RacingClient {
  readonly walletCode: string;
  /** All that is in the wallet, in cents. */
  readonly minor: bigint;
  /** A withdrawal of all of it, confirmed, with the PIN that it is saved with. */
  withdrawal(): Promise<Wish>;
  /** A transfer of all of it to an account of the client's own, confirmed. */
  transfer(): Promise<Wish>;
  /** Saves it under that key at the portal of that number; a key that is at work is asked again. */
  save(wish: Wish, how: { readonly key: string; readonly portal: number }): Promise<Answer>;
  /** Brings the money back into the wallet, whoever has it. */
  bringBack(wishes: readonly Wish[]): Promise<void>;
}

export interface Wish {
  readonly id: number;
  readonly pin: string | undefined;
}

const name = 'provider.new';
const amount = '100.00';
const wanted = 10_000n;
/** A bound of hanging, not of speed. */
const waitMostMs = 120_000;
/** A key that is at work at the other portal is asked again so often. */
const triesMost = 500;
const process = '/api/js/api/payments_process';

export async function openRacingClient(portals: Portals): Promise<RacingClient> {
  const lines = [openLine(portals.urls[0]), openLine(portals.urls[1])] as const;
  for (const line of lines) await line.signIn(name);
  const [first, second] = lines;
  const desk = await openTill(portals, first);
  const pins = openPins(portals);
  return {
    walletCode: desk.walletCode,
    minor: wanted,
    withdrawal: () => confirmWithdrawal(first, { account: desk.wallet, pins, portals }),
    transfer: () => confirmTransfer(first, { from: desk.wallet, to: desk.account, amount }),
    async save({ id, pin }, { key, portal }) {
      const body = { action: 'save', remittance_id: id, ...(pin === undefined ? {} : { payment_code: pin }) };
      const line = portal === 0 ? first : second;
      for (let tries = 0; ; tries += 1) {
        try {
          return await line.send(process, body, { 'idempotency-key': key });
        } catch (error) {
          if (!(error instanceof Unanswered) || tries === triesMost) throw error;
          await wait(20);
        }
      }
    },
    bringBack: (wishes) => desk.bringBack(wishes.map(({ id }) => id)),
  };
}

/** The wallet that is raced for, and the account beside it. */
interface Till {
  readonly walletCode: string;
  readonly wallet: number;
  readonly account: number;
  bringBack(ids: readonly number[]): Promise<void>;
}

/** Has a card bring what is raced for, and leaves nothing else in the wallet. */
async function openTill(portals: Portals, line: Line): Promise<Till> {
  const { sql } = portals.owner;
  const places = await fundingAccountsOf(sql, [emailOf(name)]);
  const wallet = places.find(({ platform, currency }) => platform === undefined && currency === 'USD');
  const account = places.find(({ platform, currency }) => platform !== undefined && currency === 'USD');
  if (!wallet || !account) throw new Error(`${name} has no wallet and account in US dollars`);
  const held = async (): Promise<bigint> =>
    (await sql.one<{ minor: bigint }>('select balance as minor from ledger_account where code = $1', [wallet.code])).minor;
  const phaseOf = async (id: number): Promise<string> =>
    (await sql.one<{ phase: string }>('select phase from remittance where id = $1', [id])).phase;
  const completed = (id: number) => until(`the end of ${id}`, async () => (await phaseOf(id)) === 'completed');
  const move = async (from: number, to: number, of: string): Promise<void> => {
    const { id } = await confirmTransfer(line, { from, to, amount: of });
    must(await line.send(process, { action: 'save', remittance_id: id }));
    await completed(id);
  };
  await completed(await payIn(portals, line, wallet.number));
  const spare = (await held()) - wanted;
  if (spare > 0n) await move(wallet.number, account.number, `${spare / 100n}.${String(spare % 100n).padStart(2, '0')}`);
  return {
    walletCode: wallet.code,
    wallet: wallet.number,
    account: account.number,
    async bringBack(ids) {
      for (const id of ids) {
        await until(`the rest of ${id}`, async () => resting.has(await phaseOf(id)));
        const phase = await phaseOf(id);
        if (phase === 'awaiting_approval') must(await line.send('/api/js/api/transfers/cancel', { tid: id }));
        if (phase === 'completed') await move(account.number, wallet.number, amount);
      }
      await until('the money back in the wallet', async () => (await held()) === wanted);
    },
  };
}

/** Phases in which nothing more happens by itself. */
const resting: ReadonlySet<string> = new Set(['quoted', 'awaiting_approval', 'completed', 'failed', 'declined', 'cancelled']);

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + waitMostMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`${what} has not come about within ${waitMostMs / 1000} s`);
    await wait(20);
  }
}

interface Confirmed {
  readonly from: number;
  readonly to: number;
  readonly amount: string;
}

async function confirmTransfer(line: Line, { from, to, amount: of }: Confirmed): Promise<Wish> {
  const asked = { action: 'confirm', transfer_type: 'transfer', account_number: from, target_account_number: to, amount: of };
  return { id: Number(must(await line.send(process, asked))['remittance_id']), pin: undefined };
}

interface Withdrawn {
  readonly account: number;
  readonly pins: Pins;
  readonly portals: Portals;
}

async function confirmWithdrawal(line: Line, { account, pins, portals }: Withdrawn): Promise<Wish> {
  // As if the PIN before had been sent long ago.
  await portals.owner.sql.run('delete from challenge');
  const asked = { action: 'confirm', transfer_type: 'withdraw', account_number: account, amount, pm_id: 243 };
  const before = await pins.newest();
  const { remittance_id: id } = must(await line.send(process, asked));
  return { id: Number(id), pin: await pins.after(before) };
}

interface Pins {
  /** The number of the newest letter with a PIN. */
  newest(): Promise<string | undefined>;
  /** The PIN of the letter that came after that one. */
  after(letter: string | undefined): Promise<string>;
}

/** What the sandbox's mailbox has for the client. */
function openPins({ vendors }: Portals): Pins {
  const read = async (): Promise<{ id: string; pin: string } | undefined> => {
    const response = await fetch(`${vendors}/sandbox/outbox?to=${encodeURIComponent(emailOf(name))}`);
    const answer = (await response.json()) as { messages?: Letter[]; data?: { messages: Letter[] } };
    const found = (answer.messages ?? answer.data?.messages ?? []).find(({ pin }) => Boolean(pin));
    return found && { id: String(found.id), pin: String(found.pin) };
  };
  return {
    newest: async () => (await read())?.id,
    async after(letter) {
      let found: { id: string; pin: string } | undefined;
      await until('a letter with a PIN', async () => {
        found = await read();
        return found !== undefined && found.id !== letter;
      });
      return found?.pin ?? '';
    },
  };
}

interface Letter {
  readonly id: string | number;
  readonly pin?: string | null;
}

/** A card brings all that is to be withdrawn; the deposit's number. */
async function payIn({ owner, vendors }: Portals, line: Line, account: number): Promise<number> {
  const terms = { transfer_type: 'deposit', account_number: account, amount, currency: 'USD', pm_id: 340 };
  const { remittance_id: id } = must(await line.send(process, { action: 'confirm', ...terms }));
  must(await line.send(process, { action: 'save', remittance_id: id }));
  const { reference } = await owner.sql.one<{ reference: string }>('select reference from remittance where id = $1', [id]);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ outcome: 'approved' });
  const answer = await fetch(`${vendors}/sandbox/payments/${reference}`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`the payment was not approved: HTTP ${answer.status}`);
  return Number(id);
}

function must(answer: Answer): Readonly<Record<string, unknown>> {
  if (!answer.success) throw new Error(`refused with ${answer.code}: ${JSON.stringify(answer.data)}`);
  return answer.data;
}
