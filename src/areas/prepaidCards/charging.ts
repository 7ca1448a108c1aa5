import type { Sql } from '../../base/sql.ts';
import { post } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import { staleLine } from '../../protocol/topics.ts';
import { ensureWallet } from '../fundingAccounts/face.ts';
import type { CardRow } from './store.ts';

type Charged = Pick<CardRow, 'id' | 'clientId' | 'companyId' | 'currency' | 'fee'>;

/** Takes what a card costs out of the wallet, once for each application; false where there is not enough. */
export async function takeFee(sql: Sql, card: Charged, at: Date): Promise<boolean> {
  const { id, clientId, companyId: company, currency, fee } = card;
  if (fee === 0n) return true;
  await ensureWallet(sql, { clientId, companyId: company, currency, now: at });
  const legs = [{ from: chart.wallet({ company, clientId }, currency), to: chart.fees(company, currency), minor: fee }] as const;
  const outcome = await post(sql, {
    movement: { key: `prepaid_card:${id}:fee`, kind: 'prepaid_card_fee', legs, at },
    audit: {
      actor: { kind: 'client', id: String(clientId) },
      action: 'prepaid_card.ask',
      subject: `prepaid_card:${id}`,
      clientId,
    },
    outbox: [{ ...staleLine(['wallets', 'dashboard']), clientId }],
  });
  if (outcome.outcome === 'posted') return true;
  if (outcome.code !== 'below_floor') throw new Error(`prepaid_card:${id}:fee was not posted: ${outcome.code}`);
  return false;
}

/** Gives it back, once: no card came of it. */
export async function returnFee(sql: Sql, card: Charged, at: Date): Promise<void> {
  const { id, clientId, companyId: company, currency, fee } = card;
  if (fee === 0n) return;
  await ensureWallet(sql, { clientId, companyId: company, currency, now: at });
  const legs = [{ from: chart.fees(company, currency), to: chart.wallet({ company, clientId }, currency), minor: fee }] as const;
  const outcome = await post(sql, {
    movement: { key: `prepaid_card:${id}:fee_returned`, kind: 'prepaid_card_fee_returned', legs, at },
    audit: {
      actor: { kind: 'system', id: 'prepaidCards' },
      action: 'prepaid_card.fee_returned',
      subject: `prepaid_card:${id}`,
      clientId,
    },
    outbox: [{ ...staleLine(['wallets', 'dashboard']), clientId }],
  });
  if (outcome.outcome !== 'posted') throw new Error(`prepaid_card:${id}:fee_returned was not posted: ${outcome.code}`);
}
