import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { clientId } from '../../src/base/id.ts';
import { openBook } from '../../src/ledger/book.ts';
import { provider, wallet } from '../../src/ledger/chart.ts';
import { findPin } from '../../src/sandbox/mailbox/outbox.ts';
import type { Pool } from '../../src/server/database/pool.ts';
import type { Line } from './ask.ts';
import type { Caller } from './clients.ts';
import type { Acted } from './moving.ts';

/* Withdrawals out of a wallet back to the card that paid in, from the form to the request that waits for staff. */

const company = 3;
const cards = 243;
const processPath = '/api/js/api/payments_process';
/** Above what a small withdrawal is charged for. */
const amount = '50';
/** More than any run takes out. */
const paidInMinor = 1_000_000_000n;
/** So many take turns at least, so that nobody asks for two PINs within a second, the least that `challenge.resendSeconds` takes. */
export const withdrawersLeast = 64;

/** A card has brought each client more than they take back, days ago; half a year later it would be no refund any more. */
export async function prepareWithdrawers(owner: Pool): Promise<void> {
  const rows = await owner.sql.many<{ id: number; clientId: number; at: Date }>(
    `insert into remittance (client_id, company_id, transfer_type, phase, reference, method_id, provider, account_number, amount, currency,
       account_amount, account_currency, provider_transaction, card_mask, created_at, expires_at, saved_at, updated_at)
     select w.client_id, ${company}, 'deposit', 'completed', 'r-withdrawer-' || w.number, 340, 'praxis', w.number, $1, 'USD',
       $1, 'USD', 'withdrawer-' || w.number, '4111 11** **** 1111', t.at, t.at + interval '15 minutes', t.at, t.at
     from wallet w cross join (select now() - interval '3 days' as at) t where w.currency = 'USD'
     returning id::integer, client_id::integer as "clientId", created_at as at`,
    [paidInMinor],
  );
  const book = openBook({ sql: owner.sql });
  for (const { id, clientId: client, at } of rows) {
    const to = wallet({ company, clientId: clientId(client) }, 'USD');
    const legs = [{ from: provider(company, 'USD', 'praxis'), to, minor: paidInMinor }] as const;
    await book.submit({ movement: { key: `deposit:${id}`, kind: 'deposit', at, legs: [...legs] } });
  }
  await book.close();
  await owner.sql.run('vacuum analyze');
}

/** The letters that the portal has sent. */
export interface Letters {
  /** The PIN of the next letter to that address. */
  nextPin(email: string): Promise<string>;
  close(): void;
}

/** `mail.pin.subject`: other letters have numbers too. */
const isPinLetter = /^Your code for /;
const betweenLooksMs = 10;
const looksMost = 6000;

/** Reads the sandbox's own file beside it: asking the mailbox would have it parse all letters over and over. */
export function openLetters(folder: string): Letters {
  const database = new DatabaseSync(path.join(folder, 'sandbox', 'post', 'post.sqlite'), { readOnly: true });
  const next = database.prepare('select id, raw from messages where mailbox = ? and id > ? order by id limit 1');
  const read = new Map<string, number>();
  return {
    async nextPin(email) {
      for (let looks = 0; looks < looksMost; looks += 1) {
        const row = next.get(email, read.get(email) ?? 0);
        if (row) {
          read.set(email, Number(row['id']));
          const { subject = '', text = '' } = await PostalMime.parse(row['raw'] as Uint8Array);
          const pin = isPinLetter.test(subject) ? findPin(text) : null;
          if (pin !== null) return pin;
          continue;
        }
        await wait(betweenLooksMs);
      }
      throw new Error(`no PIN has come to ${email}`);
    },
    close: () => database.close(),
  };
}

/** Confirms, waits for the letter and saves with its PIN. What the letter takes on its way is not counted to the time of the two calls. */
export async function withdraw({ ask }: Line, caller: Caller, letters: Letters): Promise<Acted> {
  const { headers, wallet: account, email } = caller;
  const asked = { action: 'confirm', transfer_type: 'withdraw', account_number: account, amount, pm_id: cards };
  const begun = performance.now();
  const quoted = await ask({ path: processPath, headers, body: asked });
  const confirmMs = performance.now() - begun;
  if (quoted['pin_required'] !== true) throw new Error('a withdrawal asks for no PIN');
  const pin = await letters.nextPin(email);
  const body = { action: 'save', remittance_id: quoted['remittance_id'], payment_code: pin };
  const sent = performance.now();
  const saved = await ask({ path: processPath, headers, body });
  return { isDone: saved['status'] === 'on_review', ms: confirmMs + performance.now() - sent };
}
