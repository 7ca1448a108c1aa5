/**
 * The plan of the rooms, as data. `tidy.test.ts` holds every import of the tree to it, so this file is where the
 * architecture is decided and ARCHITECTURE.md is where it is explained.
 */

/** A room is a kind of file: the same kind in every area, so that one knows a file by its name. */
export type Room =
  | 'base'
  | 'law'
  | 'protocol'
  | 'settings'
  | 'ledger'
  | 'tables'
  | 'port'
  | 'connector'
  | 'port-index'
  | 'sandbox'
  | 'contract'
  | 'rules'
  | 'store'
  | 'told'
  | 'face'
  | 'server-side'
  | 'part'
  | 'screen'
  | 'routes'
  | 'desk-screen'
  | 'desk-routes'
  | 'ui'
  | 'door'
  | 'desk'
  | 'server'
  | 'seed'
  | 'plan';

export interface RoomRule {
  /** Which files are this room, by their path below `src/` (tests left out). The first rule that matches counts. */
  readonly files: RegExp;
  /** Rooms it may take from, whatever area or port they belong to. */
  readonly takes: readonly Room[];
  /** Rooms it may take from within its own area or port only. */
  readonly takesOwn?: readonly Room[];
}

export const rooms: Readonly<Record<Room, RoomRule>> = {
  plan: { files: /^rooms\.ts$/, takes: [] },
  base: { files: /^base\//, takes: ['base'] },
  law: { files: /^law\//, takes: ['law', 'base'] },
  protocol: { files: /^protocol\//, takes: ['protocol', 'settings', 'law', 'base'] },
  // Not in browsers: what runs there may take their types and nothing else; the tidy test looks at that.
  settings: { files: /^(settings\/|areas\/[^/]+\/settings\.ts$)/, takes: ['settings', 'law', 'base'] },
  ledger: { files: /^ledger\//, takes: ['ledger', 'base'] },
  tables: { files: /^tables\//, takes: ['tables', 'law', 'base'] },
  // What a port is asked, and the words of one matter of it where they are many.
  port: { files: /^ports\/[^/]+\/(port|trade|refusals|cards)\.ts$/, takes: ['base'], takesOwn: ['port'] },
  'port-index': { files: /^ports\/[^/]+\/index\.ts$/, takes: ['base'], takesOwn: ['port', 'connector'] },
  connector: { files: /^ports\/[^/]+\/[^/]+\//, takes: ['base'], takesOwn: ['port', 'connector'] },
  sandbox: { files: /^sandbox\//, takes: ['sandbox', 'base'] },
  contract: { files: /^areas\/[^/]+\/contract\.ts$/, takes: ['protocol', 'law', 'base'] },
  rules: { files: /^areas\/[^/]+\/rules\.ts$/, takes: ['settings', 'law', 'base'], takesOwn: ['contract', 'rules'] },
  store: { files: /^areas\/[^/]+\/store\.ts$/, takes: ['law', 'base'], takesOwn: ['contract', 'rules', 'store'] },
  // What a client is told of an area's facts, as data: `server/noticeTypes.ts` joins it over all areas.
  told: { files: /^areas\/[^/]+\/notices\.ts$/, takes: ['protocol', 'law', 'base'], takesOwn: ['contract', 'rules'] },
  face: {
    files: /^areas\/[^/]+\/face\.ts$/,
    takes: ['face', 'ledger', 'tables', 'port', 'port-index', 'protocol', 'settings', 'law', 'base'],
    takesOwn: ['contract', 'rules', 'store', 'told', 'server-side', 'part'],
  },
  routes: { files: /^areas\/[^/]+\/routes\.ts$/, takes: ['ui', 'protocol', 'law', 'base'], takesOwn: ['contract', 'screen'] },
  screen: {
    files: /^areas\/[^/]+\/screens\//,
    takes: ['ui', 'protocol', 'law', 'base'],
    takesOwn: ['contract', 'rules', 'screen'],
  },
  // Neither door takes the other's screens: what both show stands in `ui`.
  'desk-routes': {
    files: /^areas\/[^/]+\/deskRoutes\.ts$/,
    takes: ['ui', 'protocol', 'law', 'base'],
    takesOwn: ['contract', 'desk-screen'],
  },
  'desk-screen': {
    files: /^areas\/[^/]+\/desk\//,
    takes: ['ui', 'protocol', 'law', 'base'],
    takesOwn: ['contract', 'rules', 'desk-screen'],
  },
  'server-side': {
    files: /^areas\/[^/]+\/[a-z-]+\.ts$/i,
    takes: ['face', 'ledger', 'tables', 'port', 'port-index', 'protocol', 'settings', 'law', 'base'],
    takesOwn: ['contract', 'rules', 'store', 'told', 'server-side', 'part'],
  },
  // A part of an area, in a folder of its own: of payments, a direction. No part takes another's files; the tidy test looks at that.
  part: {
    files: /^areas\/[^/]+\/[a-z]+\/[a-z-]+\.ts$/i,
    takes: ['face', 'ledger', 'tables', 'port', 'port-index', 'protocol', 'settings', 'law', 'base'],
    takesOwn: ['contract', 'rules', 'store', 'told', 'server-side', 'part'],
  },
  ui: { files: /^ui\//, takes: ['ui', 'protocol', 'law', 'base'] },
  door: { files: /^web\//, takes: ['door', 'routes', 'ui', 'protocol', 'law', 'base'] },
  desk: { files: /^desk\//, takes: ['desk', 'desk-routes', 'ui', 'protocol', 'law', 'base'] },
  // `sandbox` and `seed` are taken by dynamic import only; the tidy test looks at that.
  server: {
    files: /^server\//,
    takes: [
      'server',
      'server-side',
      'face',
      'contract',
      'told',
      'port',
      'port-index',
      'ledger',
      'protocol',
      'settings',
      'law',
      'base',
      'sandbox',
      'seed',
    ],
  },
  seed: { files: /^\.\.\/seed\//, takes: ['seed', 'face', 'told', 'ledger', 'settings', 'law', 'base'] },
};

/** Folder names that say nothing. */
export const emptyNames = ['utils', 'util', 'helpers', 'helper', 'common', 'services', 'types', 'misc', 'shared'];

/**
 * An area past any of these is two, or has parts: folders of its server side, each of which takes from the area and from no other
 * part. Files of the browser side are its screens and what they are made of; the list of them (`routes.ts`), settings, tests and
 * style sheets are counted with neither side, and files of parts with their part.
 */
export const areaBounds = { calls: 12, serverFiles: 20, browserFiles: 20 } as const;
/** The most parts of an area, and the most files of one. */
export const partBounds = { parts: 12, files: 10 } as const;

/** Areas that have more, by exactly so much, and why it is still one. */
export const largerAreas: Readonly<Record<string, Partial<Record<keyof typeof areaBounds, number>>>> = {
  // Document 1 §7 asks for one list at six addresses: all accounts, and each of their four groups, one of them by two names; an
  // account's own page tells trades, orders, what shares brought and the course, each by a call of its own.
  accounts: { calls: 16 },
  // Files of clients' own, of their persons, of their trades and of the desk are asked for, listed and fetched each by calls of its own.
  exports: { calls: 13 },
  // Document 3 §7 prints them: what a move takes along, its PIN and the transfer itself stand at a call for either company, beside the two of
  // `migrate`; the page reads, fills in the form and withdraws at a path of its own, and the desk reads and decides.
  // That its client is found to be one there already, duplicates tell by an event.
  moves: { calls: 13, serverFiles: 21 },
  // What is asked back, the words on closing and the password for taxes are fetched when they are asked for: the second step has 60 KB.
  enrolment: { browserFiles: 23 },
  // The terminal is one screen, and a screen speaks by its own area's contract: its dialogs and what they send stand together.
  trading: { calls: 38, browserFiles: 41 },
  // What a coin is worth is asked both where a deposit is offered and where its payment is applied, which are two parts; what is left of a
  // closed client goes by the payout part without anybody asking for it. By what a saving was proven is asked in every direction, and
  // the cap before the papers both when a deposit is offered and when it is paid. What comes back of a payout is a provider's transaction
  // of a part, and those are two parts. That a payment was seen its sweep, its cancelling and its page ask, and applying it tells.
  payments: { serverFiles: 28 },
};

/** Beside the stores: each of these is one process of its area, told whole with the rows that it goes by. */
export const speakingSql: readonly string[] = [
  // Accounts as others ask for them: which there are, how one comes to be, and one change of leverage at a time.
  'areas/accounts/found.ts',
  'areas/accounts/leverage.ts',
  'areas/accounts/opened.ts',
  'areas/accounts/snapshots.ts',
  // Files of the bank as a list of their own, beside what they tell of, and what they say lies there beside the book.
  'areas/bank/balances.ts',
  'areas/bank/statements.ts',
  // What is decided for each follower, what becomes of copies without a trade of their strategy, and how a follower reads it.
  'areas/copying/decisions.ts',
  'areas/copying/following.ts',
  'areas/copying/listed.ts',
  'areas/copying/past.ts',
  // The area is nothing but these rows.
  'areas/deals/kept.ts',
  'areas/deals/splits.ts',
  'areas/deals/tally.ts',
  'areas/debts/debtors.ts',
  'areas/debts/owing.ts',
  // What papers have proven of who their owners are, as others ask for it.
  'areas/documents/proven.ts',
  // What a client has still to tell, row by row, and the status that waits behind 66.
  'areas/enrolment/dues.ts',
  // Money that comes to an investment and goes from it, beside the investment itself.
  'areas/investments/flows.ts',
  // Shares of profits: what was decided, and how far it is.
  'areas/investments/shares/rows.ts',
  // What a move reads and writes of its client.
  'areas/moves/clientRows.ts',
  // What clients have paid in before their papers were approved.
  'areas/payments/capped.ts',
  // A deposit that nobody has asked for begins with its row.
  'areas/payments/deposit/found.ts',
  // What a confirmation or a saving reads of both ends, with the row.
  'areas/payments/ends.ts',
  'areas/payments/leaving.ts',
  // What sweeps look for.
  'areas/payments/overdue.ts',
  'areas/payments/ownCards.ts',
  // What withdrawals go back to, the parts that they are paid out in, and what is decided of them.
  'areas/payments/payout/destinations.ts',
  'areas/payments/payout/lines.ts',
  'areas/payments/payout/parts.ts',
  'areas/payments/payout/reviewing.ts',
  // By what a saving was proven, so that the same sent twice is known again.
  'areas/payments/proofs.ts',
  'areas/payments/provider/exchanging.ts',
  'areas/payments/provider/reversals.ts',
  'areas/payments/provider/transactions.ts',
  'areas/payments/provider/wonBack.ts',
  // What came back of payouts, and the transfers that it has become.
  'areas/payments/returned.ts',
  // Payments that were seen and are not decided.
  'areas/payments/seen.ts',
  'areas/payments/webhooks.ts',
  // Every table that holds something of persons, by the table that names them.
  'areas/personalData/erasing.ts',
  'areas/personalData/gathering.ts',
  'areas/reconciliation/negative.ts',
  'areas/reconciliation/reconciliation.ts',
  'areas/reconciliation/waiting.ts',
  // What a client is asked for while their risk is reviewed.
  'areas/risk/requestStore.ts',
  // The lists as they are kept, and clients as they are compared with them.
  'areas/screening/listed.ts',
  'areas/screening/people.ts',
  // What staff find of clients, which no client asks for.
  'areas/session/found.ts',
  // How a client comes to be: the only insert into the table.
  'areas/session/joining.ts',
  // Failures in a row, which several doors count: one ahead of a try, given back where it was none.
  'areas/session/streaks.ts',
  'areas/session/terms.ts',
  // Strategies as lists show them, and what each has traded.
  'areas/strategies/listed.ts',
  'areas/strategies/reviewed.ts',
  // Who has lost the right to accounts without swap, beside what nights on such accounts cost.
  'areas/swapFree/withdrawals.ts',
  // What the server minds while nobody looks, each with its rows.
  'areas/trading/charts/figures.ts',
  'areas/trading/charts/layouts.ts',
  'areas/trading/lists/kept.ts',
  'areas/trading/minding/alerts.ts',
  'areas/trading/minding/endings.ts',
  'areas/trading/minding/lapsed.ts',
  'areas/trading/minding/trailing.ts',
  'areas/trading/onWay.ts',
  // Of the table that payments writes, by the columns that its face gives (docs/decisions/0007).
  'areas/transfers/lists.ts',
];

/** A file beyond it a reader would want as two. Functions and their parameters are held by `.oxlintrc.json`. */
export const maxFileLines = 320;

/** What rule 10 of STYLE.md holds of screens: `screens.test.ts` looks at every file of the browser's. */
export const onScreens = {
  files: /^(areas\/[^/]+\/(screens|desk)|ui|web|desk)\//,
  /** The only places of colour values: the theme, and what resolves its colours for a canvas. */
  coloursIn: /^ui\/(theme\/|components\/chartColours\.ts$)/,
  /** The only place that speaks to the server. */
  fetchIn: /^ui\/api\//,
} as const;
