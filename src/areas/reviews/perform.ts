import { isCurrency, type Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import type { Settings } from '../../settings/index.ts';
import type { Approved, Performer } from '../approvals/face.ts';
import {
  approveDeposit,
  approveReversal,
  creditUnmatched,
  remittanceOf,
  sendBackDeposit,
  sendBackUnmatched,
  writeOffDebt,
  type ReviewOutcome,
} from '../payments/face.ts';
import { concludeNegative } from '../reconciliation/face.ts';
import { clientById } from '../session/face.ts';
import { accountNumber, clientId, remittanceId } from '../../base/id.ts';
import { postAdjustment } from './adjusting.ts';
import { paidOut } from './payingOut.ts';

/** What a decision about money waits with. Amounts are minor units as text. */
export type ReviewPayload =
  | {
      readonly does: 'approve_deposit' | 'send_back_deposit' | 'write_off' | 'send_back_transaction' | 'pay_back_negative';
      readonly id: number;
    }
  | { readonly does: 'approve_withdrawal' | 'approve_rest'; readonly id: number }
  | { readonly does: 'split_withdrawal'; readonly id: number; readonly lines: readonly number[] }
  // What was asked before the currency, or the amount, was kept has none.
  | { readonly does: 'approve_reversal'; readonly id: number; readonly minor: string; readonly currency?: Currency }
  | { readonly does: 'credit_transaction'; readonly id: number; readonly minor?: string }
  | {
      readonly does: 'adjust';
      readonly clientId: number;
      readonly number: number;
      readonly minor: string;
      readonly currency: string;
    };

export const reviewAction = 'money.decide';

/** Does what a second person has agreed to, in the transaction of that agreement. */
export function performer(app: { readonly settings: () => Settings }): Performer {
  return {
    action: reviewAction,
    perform: (sql, approved) => perform(sql, { ...approved, settings: app.settings() }),
  };
}

async function perform(sql: Sql, approved: Approved & { readonly settings: Settings }): Promise<ReviewOutcome> {
  const payload = approved.payload as ReviewPayload;
  const { now, settings, id: approval } = approved;
  switch (payload.does) {
    case 'approve_rest':
    case 'split_withdrawal':
    case 'approve_withdrawal': {
      const id = remittanceId(payload.id);
      const remittance = await remittanceOf(sql, id);
      const client = remittance && (await clientById(sql, clientId(remittance.clientId)));
      const outcome = client && (await paidOut(sql, payload, { id, profile: client.profile, now, settings }));
      return outcome === 'done' ? 'done' : 'outdated';
    }
    case 'approve_deposit': {
      const remittance = await remittanceOf(sql, remittanceId(payload.id));
      const client = remittance && (await clientById(sql, clientId(remittance.clientId)));
      return client && remittance
        ? approveDeposit(sql, { id: remittance.id, profile: client.profile, now, settings })
        : 'outdated';
    }
    case 'send_back_deposit':
      return sendBackDeposit(sql, { id: remittanceId(payload.id), now });
    case 'approve_reversal':
      return approveReversal(sql, {
        id: remittanceId(payload.id),
        minor: BigInt(payload.minor),
        currency: payload.currency,
        now,
        settings,
      });
    case 'write_off':
      return writeOffDebt(sql, { id: remittanceId(payload.id), now });
    case 'pay_back_negative':
      return concludeNegative(sql, { id: payload.id, decision: 'approve', now });
    case 'credit_transaction':
      return creditUnmatched(sql, {
        id: payload.id,
        minor: payload.minor === undefined ? undefined : BigInt(payload.minor),
        now,
      });
    case 'send_back_transaction':
      return sendBackUnmatched(sql, { id: payload.id, now });
    case 'adjust': {
      const { currency, minor } = payload;
      if (!isCurrency(currency)) return 'outdated';
      return postAdjustment(sql, {
        clientId: clientId(payload.clientId),
        number: accountNumber(payload.number),
        currency,
        minor: BigInt(minor),
        approval,
        now,
      });
    }
  }
}
