import type { Settings } from '../../settings/index.ts';
import type { TradingAccount } from '../accounts/face.ts';
import { carryOut, type Outcome, type Parts } from '../platformOperations/face.ts';
import { openingFor } from './open.ts';
import { newTradingPassword } from './rules.ts';
import { ownerOf } from './store.ts';

interface OpeningParts extends Omit<Parts, 'settings'> {
  readonly settings: Settings;
  /** A whole number from zero up to, and without, its argument; passwords are made of it. */
  readonly pick: (below: number) => number;
}

/** Has the platform open an account that is written down already. Its passwords are nobody's: the client sets one later. */
export async function openUnasked(parts: OpeningParts, account: TradingAccount): Promise<Outcome> {
  const { pick, ...asking } = parts;
  const owner = await ownerOf(asking.sql, account.clientId);
  const rule = asking.settings.platform.passwords[account.platform];
  const opening = {
    group: account.groupName,
    name: owner.name,
    leverage: account.leverage,
    passwordMain: newTradingPassword(rule, pick),
    passwordInvestor: newTradingPassword(rule, pick),
    email: owner.email,
    country: owner.country,
  };
  return carryOut(asking, { ...openingFor(account), opening });
}
