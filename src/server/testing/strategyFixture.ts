import { bringSignalOffer } from '../../areas/copyTrading/face.ts';
import type { SignedIn, TestApp } from './app.ts';

/** Makes a strategy of a client's account, as if it had gained a tenth since, whose signals cost that much; answers its number. */
export async function openSignal(
  { owner, opened }: TestApp,
  of: { readonly manager: SignedIn; readonly number: number; readonly name: string; readonly price: bigint },
): Promise<number> {
  const at = opened.clock.now();
  const { id } = await owner.sql.one<{ id: number }>(
    `insert into strategy (client_id, number, name, nickname, description, status, share, minimum, asked_at, since)
     values ($1, $2, $3, $3, '', 'active', 10, 10000, $4::timestamptz, $4::timestamptz - interval '90 days') returning id`,
    [of.manager.clientId, of.number, of.name, at],
  );
  await owner.sql.run(
    `insert into strategy_figures (strategy_id, total_return, month_return, drawdown, unit_price, equity, is_estimated, figured_at)
     values ($1, 1000, 100, 20000, 1100000000000, 100000, false, $2)`,
    [id, at],
  );
  await bringSignalOffer(owner.sql, { strategy: id, price: of.price, by: 'analyst', at });
  return id;
}
