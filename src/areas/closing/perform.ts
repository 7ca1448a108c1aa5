import { accountNumber, clientId } from '../../base/id.ts';
import { money } from '../../base/money.ts';
import { statuses } from '../../law/statuses.ts';
import type { Settings } from '../../settings/index.ts';
import type { Performer } from '../approvals/face.ts';
import type { Providers } from '../../ports/payments/index.ts';
import { keepStatus } from '../freezing/face.ts';
import { payClosing } from '../payments/face.ts';
import { clientById } from '../session/face.ts';
import { goldTopic, payAction, type PayPayload, type SellPayload } from './agreed.ts';
import { walletsLeft } from './left.ts';
import { namedFor } from './rest.ts';
import { goldLeft, tellLater } from './store.ts';

/** Pays what a second person has agreed to: all of it as it was agreed, or nothing. */
export const performer = (app: { readonly settings: () => Settings; readonly payments: Providers }): Performer => ({
  action: payAction,
  async perform(sql, { payload, now }) {
    const agreed = payload as PayPayload | SellPayload;
    // Whoever is opening the client again is waited for, and waits until all is paid.
    await keepStatus(sql, clientId(agreed.clientId));
    const client = await clientById(sql, clientId(agreed.clientId));
    if (!client || statuses[client.profile.status].group !== 'CLOSED') return 'outdated';
    if ('sells' in agreed) {
      const { free, pledged } = await goldLeft(sql, client.id);
      if (free + pledged === 0n) return 'outdated';
      await tellLater(sql, { topic: goldTopic, client: client.id, now });
      return 'done';
    }
    const asking = { sql, now, settings: app.settings(), client };
    const left = new Map((await walletsLeft(asking)).map((each) => [Number(each.wallet.number), each]));
    for (const { number, minor, told } of agreed.wallets) {
      const found = left.get(accountNumber(number));
      if (!found) return 'outdated';
      const { wallet, balance } = found;
      const to = told && namedFor({ ...asking, payments: app.payments }, told, balance.currency);
      if (told && !to) return 'outdated';
      const paid = await payClosing(sql, { ...asking, wallet, balance, to, agreed: money(BigInt(minor), balance.currency) });
      if (paid === undefined) return 'outdated';
    }
    return 'done';
  },
});
