import { setTimeout as wait } from 'node:timers/promises';
import { emailOf } from '../../seed/personas.ts';
import { openLine, Unanswered, type Answer, type Line } from '../crash/line.ts';
import type { FormAccount } from '../crash/quote.ts';

/* A client who pays in by card and has money paid back, and staff who agrees; who is not answered asks again. */

export interface Payer {
  readonly name: string;
  /** Confirms a deposit by card into the wallet; its number. */
  deposit(amount: string): Promise<number>;
  /** Saves what was confirmed. */
  save(id: number, pin?: string): Promise<void>;
  /** Confirms a withdrawal back to the card; its number and the PIN that it is saved with. */
  withdrawal(amount: string): Promise<{ readonly id: number; readonly pin: string }>;
}

const process = '/api/js/api/payments_process';
const cardIn = 340;
const cardOut = 243;
const againMs = 500;
/** From a kill until the server is back, with much to spare. */
const triesMost = 240;
const betweenLooksMs = 100;
const letterLooksMost = 600;
/** No PIN is sent to whoever was sent one in the same second (`challenge.resendSeconds`). */
const betweenPinsMs = 1100;

export async function openPayer(name: string, url: string): Promise<Payer> {
  const line = openLine(url);
  await patiently(() => line.signIn(name));
  const send = async (path: string, body?: object): Promise<Answer> => {
    let isLost = false;
    return patiently(async () => {
      if (isLost) await line.signIn(name);
      isLost = true;
      return line.send(path, body);
    });
  };
  const form = must(await send('/api/js/api/payments/transfer'));
  const wallet = (form['accounts'] as FormAccount[]).find(({ kind, currency }) => kind === 'wallet' && currency === 'USD');
  if (!wallet) throw new Error(`${name} has no wallet in US dollars`);
  const confirm = async (terms: object): Promise<number> => {
    const asked = { action: 'confirm', account_number: wallet.number, currency: 'USD', ...terms };
    return Number(must(await send(process, asked))['remittance_id']);
  };
  return {
    name,
    deposit: (amount) => confirm({ transfer_type: 'deposit', pm_id: cardIn, amount }),
    async save(id, pin) {
      const proof = pin === undefined ? {} : { payment_code: pin };
      must(await send(process, { action: 'save', remittance_id: id, ...proof }));
    },
    async withdrawal(amount) {
      await wait(betweenPinsMs);
      const before = await newestPin(line, name);
      const id = await confirm({ transfer_type: 'withdraw', pm_id: cardOut, amount });
      return { id, pin: await pinAfter(line, name, before) };
    },
  };
}

/** Agrees to a withdrawal as staff does, until it is agreed to. */
export async function openApprover(url: string): Promise<(id: number) => Promise<void>> {
  const line = openLine(url);
  await patiently(() => line.signInStaff('finance'));
  return (id) => {
    let isAgain = false;
    return patiently(async () => {
      if (isAgain) await line.signInStaff('finance');
      isAgain = true;
      const answer = await line.send(`/api/desk/transfers/${id}`, {
        action: 'approve',
        reason: 'looked at, all papers are there',
      });
      must(answer);
    });
  };
}

/** Asks again until there is an answer. */
async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Unanswered) || tries === triesMost) throw error;
      await wait(againMs);
    }
  }
}

interface Letter {
  readonly id: string | number;
  readonly subject: string | null;
  readonly pin?: string | null;
}

/** `mail.pin.subject`: other letters have numbers too. */
const isPinLetter = ({ subject, pin }: Letter): boolean => Boolean(pin) && (subject ?? '').startsWith('Your code for ');

async function newestPin(line: Line, name: string): Promise<Letter | undefined> {
  const path = `/sandbox/outbox?to=${encodeURIComponent(emailOf(name))}`;
  const letters = (await patiently(() => line.read(path))) as { readonly messages?: readonly Letter[] };
  return letters.messages?.find(isPinLetter);
}

async function pinAfter(line: Line, name: string, before: Letter | undefined): Promise<string> {
  for (let looks = 0; looks < letterLooksMost; looks += 1) {
    const letter = await newestPin(line, name);
    if (letter && letter.id !== before?.id) return String(letter.pin);
    await wait(betweenLooksMs);
  }
  throw new Error(`no PIN has come for ${name}`);
}

function must(answer: Answer): Readonly<Record<string, unknown>> {
  if (!answer.success) throw new Error(`refused with ${answer.code}: ${JSON.stringify(answer.data)}`);
  return answer.data;
}
