import { accountNumber, clientId } from '../../base/id.ts';
import { money } from '../../base/money.ts';
import { statuses } from '../../law/statuses.ts';
import type { Settings } from '../../settings/index.ts';
import type { Performer } from '../approvals/face.ts';
import { payClosing } from '../payments/face.ts';
import { clientById } from '../session/face.ts';
import { walletsLeft } from './left.ts';

export const payAction = 'closing.pay';

/** What is to be paid back of a closed client, wallet by wallet; minor units as text. */
export interface PayPayload {
  readonly clientId: number;
  readonly wallets: readonly { readonly number: number; readonly minor: string }[];
}

/** Pays what a second person has agreed to: all of it as it was agreed, or nothing. */
export const performer = (app: { readonly settings: () => Settings }): Performer => ({
  action: payAction,
  async perform(sql, { payload, now }) {
    const agreed = payload as PayPayload;
    const client = await clientById(sql, clientId(agreed.clientId));
    if (!client || statuses[client.profile.status].group !== 'CLOSED') return 'outdated';
    const asking = { sql, now, settings: app.settings(), client };
    const left = new Map((await walletsLeft(asking)).map((each) => [Number(each.wallet.number), each]));
    for (const { number, minor } of agreed.wallets) {
      const found = left.get(accountNumber(number));
      if (!found) return 'outdated';
      const { wallet, balance } = found;
      const paid = await payClosing(sql, { ...asking, wallet, balance, agreed: money(BigInt(minor), balance.currency) });
      if (paid === undefined) return 'outdated';
    }
    return 'done';
  },
});
