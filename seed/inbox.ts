import type { Sql } from '../src/base/sql.ts';
import type { ClientId } from '../src/base/id.ts';
import { after, dayMs } from '../src/base/time.ts';
import { putMessage, type MessageOrder } from '../src/areas/inbox/face.ts';

interface SeededMessage extends Pick<MessageOrder, 'group' | 'text'> {
  readonly key: string;
  readonly daysAgo: number;
  readonly isRead: boolean;
}

const welcome: SeededMessage = {
  key: 'seed:welcome',
  group: 'account_opening',
  daysAgo: 30,
  isRead: false,
  text: '<p>Welcome to Atrium.</p><p>Your profile is open. The next step stands on your dashboard; if anything is unclear, write to us.</p>',
};

/** What the departments have written to the client with the longest history, oldest first. */
const correspondence: readonly SeededMessage[] = [
  { ...welcome, daysAgo: 758, isRead: true },
  {
    key: 'seed:verified',
    group: 'account_opening',
    daysAgo: 755,
    isRead: true,
    text: '<p>Your identity document and your proof of residence are approved. Thank you for sending clear copies.</p>',
  },
  {
    key: 'seed:first-deposit',
    group: 'backoffice',
    daysAgo: 753,
    isRead: true,
    text: '<p>Your first deposit by card has arrived. Withdrawals go back to the same card first, up to what came from it.</p>',
  },
  {
    key: 'seed:terms',
    group: 'compliance',
    daysAgo: 410,
    isRead: true,
    text: '<p>We have updated our <b>order execution policy</b>.</p><ul><li>It names the venues that we use.</li><li>It says how we choose between price and speed.</li></ul><p>You need not do anything if you agree.</p>',
  },
  {
    key: 'seed:rollover',
    group: 'trade_enquiry',
    daysAgo: 96,
    isRead: true,
    text: '<p>You asked about the swap on XAUUSD. It was charged three times on Wednesday because positions held over that night settle after the weekend.</p>',
  },
  {
    key: 'seed:callback',
    group: 'customer_support',
    daysAgo: 12,
    isRead: false,
    text: '<p>We tried to call you back about your question on two-currency transfers and did not reach you. Answer here with a time that suits you.</p>',
  },
  {
    key: 'seed:holiday',
    group: 'trade_enquiry',
    daysAgo: 3,
    isRead: false,
    text: '<p>Trading hours change around the coming holiday:</p><table><thead><tr><th>Instrument</th><th>Closes (UTC)</th></tr></thead><tbody><tr><td>US indices</td><td>18:00</td></tr><tr><td>Metals</td><td>19:30</td></tr></tbody></table><p>Keep enough free margin over the night.</p>',
  },
];

/** Puts the departments' letters into the inboxes: a history for `global.active`, a welcome for everybody else. */
export async function seedInbox(sql: Sql, clients: ReadonlyMap<string, ClientId>, now: Date): Promise<void> {
  for (const [name, clientId] of clients) {
    for (const message of name === 'global.active' ? correspondence : [welcome]) {
      const { daysAgo, ...order } = message;
      await putMessage(sql, { ...order, clientId, now: after(now, -daysAgo * dayMs) });
    }
  }
}
