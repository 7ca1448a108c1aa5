import { formatMinor } from '../../base/money.ts';
import { formatWeight } from '../../base/weight.ts';
import type { ClientIdentity } from '../../protocol/call.ts';
import type { Settings } from '../../settings/index.ts';
import { goldCurrency } from '../gold/face.ts';
import type { Carrying } from './orders.ts';
import { giveBack, type Parties } from './pledging.ts';
import { pledgesOf } from './store.ts';

/** It stays pledged for now. */
class Kept extends Error {}

/** Gives back all that a client has pledged, as its owner would; what a position, a platform or a closed market keeps stays pledged. */
export async function giveAllBack(
  parties: Parties,
  carrying: Carrying & { readonly settings: Settings },
  client: Pick<ClientIdentity, 'id' | 'profile'>,
): Promise<void> {
  const refuse = (code: string): never => {
    throw new Kept(code);
  };
  for (const { number, weight, credit } of await pledgesOf(carrying.sql, client.id)) {
    if (weight === 0n) continue;
    const wish = { account: String(number), by: 'g', amount: formatWeight(weight, 'g') } as const;
    await giveBack({ ...wish, credit: formatMinor(credit, goldCurrency) }, parties, { ...carrying, client, refuse }).catch(
      (error: unknown) => {
        if (!(error instanceof Kept)) throw error;
      },
    );
  }
}
