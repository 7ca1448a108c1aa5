/** What the broker's departments have written to a seeded client; HTML, as they write it. */
export interface Letter {
  readonly daysAgo: number;
  readonly group: 'account_opening' | 'backoffice' | 'customer_support' | 'trade_enquiry' | 'compliance';
  readonly text: string;
  readonly isRead?: true;
}

/** What everybody finds in the inbox after registering. */
export const welcome: Omit<Letter, 'daysAgo'> = {
  group: 'account_opening',
  text: '<p>Your profile is open. The next step stands on your dashboard; if anything is unclear, write to us.</p>',
};

const approved: Letter = {
  daysAgo: 0,
  group: 'account_opening',
  isRead: true,
  text: '<p>Your documents are approved. All deposit methods of your country are open to you, and you can open live accounts.</p>',
};

export const letters: Readonly<Record<string, readonly Letter[]>> = {
  'global.active': [
    { ...approved, daysAgo: 757 },
    {
      daysAgo: 519,
      group: 'backoffice',
      isRead: true,
      text: '<p>Your card payment of USD 1 500.00 was declined by the bank that issued the card. Your second payment arrived. If it happens again, ask the bank whether payments abroad are allowed.</p>',
    },
    {
      daysAgo: 298,
      group: 'customer_support',
      isRead: true,
      text: '<p>You asked how the rate of a transfer between accounts of two currencies is made. It is the reference rate of the European Central Bank of that day, without a markup, and each transfer shows it.</p>',
    },
    {
      daysAgo: 96,
      group: 'trade_enquiry',
      isRead: true,
      text: '<p>We looked into your order of <strong>0.20 EURUSD</strong>. It was filled at the first price after your request, inside the spread shown at that second. We therefore leave the fill as it is.</p>',
    },
    {
      daysAgo: 40,
      group: 'compliance',
      text: '<p>Your proof of residence is two years old. You can send a newer one at any time under Documents; until we ask for it, nothing changes for you.</p>',
    },
    {
      daysAgo: 6,
      group: 'trade_enquiry',
      text: '<p>Trading hours of indices and metals change in the last week of the month because of the American holiday. Positions that are open then stay open; swaps are charged as usual.</p>',
    },
  ],
  'provider.active': [
    { ...approved, daysAgo: 776 },
    {
      daysAgo: 329,
      group: 'backoffice',
      isRead: true,
      text: '<p>Your card payment of USD 2 000.00 was declined by the bank that issued the card. Nothing was charged.</p>',
    },
    {
      daysAgo: 9,
      group: 'account_opening',
      text: '<p>Your strategy account keeps its terms for another year. Nothing is to be done on your side.</p>',
    },
  ],
  'eu.active': [
    { ...approved, daysAgo: 497 },
    {
      daysAgo: 29,
      group: 'backoffice',
      text: '<p>Your card payment of EUR 500.00 was declined by the bank that issued the card. Nothing was charged.</p>',
    },
  ],
  'global.declined': [
    {
      daysAgo: 380,
      group: 'compliance',
      text: '<p>We could not approve your application. The money in your wallet is yours: you can have it paid out to the card that it came from.</p>',
    },
  ],
  'global.frozen': [
    {
      daysAgo: 38,
      group: 'compliance',
      text: '<p>Movements of money are stopped while we clear up a question about your documents. Please answer the message of our compliance department, or ask support.</p>',
    },
  ],
};
