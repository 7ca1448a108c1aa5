import { beginCard, beginCheck, beginDeposit, type Begun, type Scene } from './subjects.ts';
import { endOfCard, endOfCheck, endOfDeposit, plantsOfCard, plantsOfCheck, plantsOfMoney, type Plants } from './ends.ts';
import type { Sql } from '../../src/base/sql.ts';

/** What a message is about, by the vendor's name for it, and what it says has happened. */
export interface Said {
  readonly of: string;
  readonly what: string;
}

/** Somebody outside who writes to us: how its messages are made, what is forged of them, and what they must come to. */
export interface Teller {
  readonly name: string;
  /** Where its messages come in. */
  readonly door: string;
  /** Has the vendor do the three things to something new, and answers what that is; the vendor's own code makes and signs its messages. */
  readonly begin: (stage: Scene, nth: number) => Promise<Begun>;
  /** The three, as `said` names them, in the order in which they happen. */
  readonly events: readonly [string, string, string];
  readonly said: (raw: Buffer) => Said;
  /** The signature: a header, or a field of the form. */
  readonly proof: { readonly header: string } | { readonly field: string };
  /** Changes what is signed; `bend` what is not, where the vendor's protocol leaves something out: that is heard, and moves nothing. */
  readonly alter: (text: string) => string;
  readonly bend?: (text: string) => string;
  /** How it stands in the end, in one line, and how it must, written by hand. */
  readonly endOf: (sql: Sql, id: number) => Promise<string>;
  readonly wantedEnd: string;
  /** An effect that is lost, and one that is doubled: what the drill must see. */
  readonly plants: Plants;
}

/** Where the issuer of cards tells of what was loaded onto them: a payout has no three events, so that this door is only forged at. */
export const payoutsOnly = '/api/webhooks/payments/cardissuer';

/** None of these protocols limits how old a message may be (integrations): an old one is acknowledged, and changes nothing any more. */
export const tellers: readonly Teller[] = [
  {
    name: 'Praxis',
    door: '/api/webhooks/payments/praxis',
    begin: (stage) => beginDeposit(stage, { way: { pm_id: 340 }, outcomes: disputed }),
    events: ['sale approved', 'chargeback approved', 'reversal approved'],
    said: (raw) => {
      const { session, transaction } = told<PraxisMessage>(raw);
      return { of: session.order_id, what: `${transaction?.transaction_type} ${transaction?.transaction_status}` };
    },
    proof: { header: 'gt-authentication' },
    alter: (text) => text.replaceAll('10000', '90000'),
    bend: (text) => text.replace('"transaction_status":"approved"', '"transaction_status":"rejected"'),
    ...disputedDeposit(),
  },
  {
    name: 'Skrill',
    door: '/api/webhooks/payments/skrill',
    begin: (stage) => beginDeposit(stage, { way: { pm_id: 1011 }, outcomes: disputed }),
    events: ['sale 2', 'chargeback 2', 'reversal 2'],
    said: (raw) => {
      const form = new URLSearchParams(raw.toString('utf8'));
      const what = `${form.get('transaction_type')} ${form.get('status')}`;
      return { of: form.get('transaction_id') ?? '', what };
    },
    proof: { field: 'md5sig' },
    alter: (text) => text.replace('mb_amount=100', 'mb_amount=900'),
    bend: (text) => text.replace(/transaction_type=[a-z]{1,20}/, 'transaction_type=refund'),
    ...disputedDeposit(),
  },
  {
    name: 'NetWallet',
    door: '/api/webhooks/payments/netwallet',
    begin: (stage) => beginDeposit(stage, { way: { pm_id: 1012 }, outcomes: disputed }),
    events: ['payment completed', 'chargeback completed', 'reversal completed'],
    said: (raw) => {
      const order = told<OrderMessage>(raw);
      return { of: order.reference, what: `${order.transaction?.type} ${order.transaction?.status}` };
    },
    proof: { header: 'x-wallet-signature' },
    alter: (text) => text.replace('"100.00"', '"900.00"'),
    ...disputedDeposit(),
  },
  {
    name: 'NOWPayments',
    door: '/api/webhooks/payments/nowpayments',
    begin: (stage) =>
      beginDeposit(stage, { way: { pm_id: 337, crypto_network: 'BTC' }, outcomes: ['pending', 'declined', 'approved'] }),
    events: ['confirming', 'failed', 'finished'],
    said: (raw) => {
      const payment = told<CoinMessage>(raw);
      return { of: payment.order_id, what: payment.payment_status };
    },
    proof: { header: 'x-nowpayments-sig' },
    alter: (text) => text.replace('"pay_amount":"', '"pay_amount":"9'),
    endOf: endOfDeposit,
    wantedEnd: ['deposit completed 10000', 'transaction payment credited', 'transaction payment ended', 'movement deposit'].join(
      ', ',
    ),
    plants: plantsOfMoney('deposit'),
  },
  {
    name: 'the issuer of cards',
    door: '/api/webhooks/cards/cardissuer',
    begin: beginCard,
    events: ['ordered', 'shipped', 'active'],
    said: (raw) => {
      const { application } = told<CardMessage>(raw);
      return { of: application.reference, what: application.card?.status ?? application.status };
    },
    proof: { header: 'x-issuer-signature' },
    alter: (text) => text.replace('"sequence":', '"sequence":1'),
    endOf: endOfCard,
    wantedEnd: 'card active 5, movement prepaid_card_fee, notice prepaid_card_active',
    plants: plantsOfCard,
  },
  {
    name: 'Sumsub',
    door: '/api/webhooks/verification/sumsub',
    begin: beginCheck,
    events: ['applicantPending', 'applicantReviewed RED', 'applicantReviewed GREEN'],
    said: (raw) => {
      const { externalUserId: of, type, reviewResult } = told<ReviewMessage>(raw);
      return { of, what: [type, reviewResult?.reviewAnswer].filter(Boolean).join(' ') };
    },
    proof: { header: 'x-payload-digest' },
    alter: (text) => text.replace('"externalUserId":"', '"externalUserId":"1'),
    endOf: endOfCheck,
    wantedEnd:
      'check accepted, accepted 1, paper identity 2, paper residence 2, notice document_approved, notice document_approved',
    plants: plantsOfCheck,
  },
];

/** Paid, taken back by the payer's bank, and won back. */
const disputed = ['approved', 'charged_back', 'won_back'] as const;

function disputedDeposit() {
  const wantedEnd = [
    'deposit completed 10000',
    'reversal chargeback completed 10000',
    'reversal won_back completed 10000',
    'transaction chargeback reversed',
    'transaction payment credited',
    'transaction won_back won_back',
    'dispute won',
    'movement deposit',
    'movement reversal',
    'movement won_back',
  ].join(', ');
  return { endOf: endOfDeposit, wantedEnd, plants: plantsOfMoney('won_back') };
}

function told<Message>(raw: Buffer): Message {
  return JSON.parse(raw.toString('utf8'));
}

interface PraxisMessage {
  readonly session: { readonly order_id: string };
  readonly transaction: { readonly transaction_type: string; readonly transaction_status: string } | null;
}

interface OrderMessage {
  readonly reference: string;
  readonly transaction: { readonly type: string; readonly status: string } | null;
}

interface CoinMessage {
  readonly order_id: string;
  readonly payment_status: string;
}

interface CardMessage {
  readonly application: {
    readonly reference: string;
    readonly status: string;
    readonly card: { readonly status: string } | null;
  };
}

interface ReviewMessage {
  readonly externalUserId: string;
  readonly type: string;
  readonly reviewResult?: { readonly reviewAnswer: string };
}
