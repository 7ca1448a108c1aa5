import { formatRate } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { methodOf } from '../../law/methods.ts';
import { readerIn } from '../../tables/reader.ts';
import type { Fact, Table } from '../../tables/table.ts';
import type { TransferType } from '../../protocol/payment.ts';
import { reversalsOf, type Remittance } from '../payments/face.ts';
import type { FundingAccountNames } from '../fundingAccounts/face.ts';
import { shownTransfer } from '../transfers/face.ts';
import { amountIn, documentHead, instantIn, type StatementReader } from './head.ts';

/** Who a receipt is written for. */
export interface ReceiptReader extends StatementReader {
  readonly fundingAccountNames: FundingAccountNames;
}

/** What a client keeps of a transfer that has come to its good end: a fact a row. */
export async function receiptTable(sql: Sql, remittance: Remittance, to: ReceiptReader): Promise<Table> {
  const { say, language } = to;
  const { id, type, clientId, companyId } = remittance;
  const facts = [...factsOf(remittance, to), ...(await takenBack(sql, remittance, to))];
  return {
    name: `receipt-${id}`,
    title: say('receipt.title', { id: String(id), type: say(`transfer.type.${type}`) }),
    reader: readerIn(language, say),
    head: await documentHead(sql, { clientId, companyId }, to),
    columns: [
      { title: say('receipt.what'), kind: 'text', share: 2 },
      { title: say('receipt.detail'), kind: 'text', share: 3 },
    ],
    rows: onePage(facts.map(({ label, value }) => [label, value])),
  };
}

async function* onePage<Page>(page: Page): AsyncGenerator<Page> {
  yield page;
}

/** What the money's two ends are called, in each direction. */
const ends = {
  deposit: ['history.fact.to'],
  withdraw: ['history.fact.from'],
  transfer: ['history.fact.from', 'history.fact.to'],
  reversal: ['history.fact.from'],
} as const satisfies Readonly<Record<TransferType, readonly string[]>>;

function factsOf(remittance: Remittance, to: ReceiptReader): Fact[] {
  const { say } = to;
  const { type, amount, currency, fee, accountAmount, accountCurrency, rate, methodId } = remittance;
  const line = shownTransfer(remittance, to);
  const fact = (label: string, value: string): Fact => ({ label, value });
  const place = (number: number): string => {
    const { phrase, values } = to.fundingAccountNames.phraseOf(number);
    return say(phrase, values);
  };
  const target = remittance.targetNumber === null ? '' : place(remittance.targetNumber);
  const places = [place(remittance.accountNumber), target];
  const key = type === 'transfer' ? undefined : methodOf(methodId)?.key;
  return [
    fact(say('history.fact.id'), line.id.toString()),
    fact(say('transfers.sheet.status'), say(`transfer.status.${line.status}`)),
    ...(key === undefined ? [] : [fact(say('receipt.method'), say(`money.method.${key}`))]),
    ...ends[type].map((end, index) => fact(say(end), places[index] ?? '')),
    fact(say('transfers.sheet.amount'), amountIn(amount, currency, say)),
    fact(say('history.fact.fee'), fee > 0n ? amountIn(fee, currency, say) : say('money.fee.none')),
    ...(rate === null
      ? []
      : [
          fact(say('history.fact.rate'), say('money.rate.line', { from: currency, to: accountCurrency, rate: formatRate(rate) })),
        ]),
    fact(say('receipt.arrived'), amountIn(accountAmount, accountCurrency, say)),
    fact(say('history.fact.created'), say('statement.utc', { at: instantIn(remittance.createdAt, to) })),
    fact(say('history.fact.updated'), say('statement.utc', { at: instantIn(remittance.updatedAt, to) })),
    ...(remittance.providerTransaction === null ? [] : [fact(say('receipt.provider'), remittance.providerTransaction)]),
  ];
}

/** Whoever is shown the receipt reads there that the money has gone back since. */
async function takenBack(sql: Sql, { id }: Remittance, { say }: ReceiptReader): Promise<Fact[]> {
  const numbers = await reversalsOf(sql, id);
  return numbers.length === 0 ? [] : [{ label: say('history.fact.reversedBy'), value: numbers.join(', ') }];
}
