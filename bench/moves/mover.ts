import { randomInt } from 'node:crypto';
import { begin } from '../../src/areas/moves/beginning.ts';
import { driveMove } from '../../src/areas/moves/driving.ts';
import { lastMove, type Move } from '../../src/areas/moves/store.ts';
import { clientById } from '../../src/areas/session/face.ts';
import { clientId } from '../../src/base/id.ts';
import { routeBetween } from '../../src/law/moves.ts';
import { openMetaTrader4 } from '../../src/ports/platform/mt4/index.ts';
import { openMetaTrader5 } from '../../src/ports/platform/mt5/index.ts';
import type { ClientIdentity } from '../../src/protocol/call.ts';
import { tell } from '../../src/server/background/outbox.ts';
import { applicationRole, openPool } from '../../src/server/database/pool.ts';
import { defaultSettings } from '../../src/settings/index.ts';

/* The process that is killed: it begins the move of each client that is offered, and drives all of them until they have ended. */

interface Told {
  readonly url: string;
  readonly platforms: Readonly<Record<'mt4' | 'mt5', string>>;
  readonly password: string;
  readonly clients: readonly number[];
}

const told = JSON.parse(process.argv[2] ?? '') as Told;
const pool = openPool({ url: told.url, role: applicationRole, max: 8 });
const clock = { now: () => new Date(), wall: () => new Date() };
const connector = { managerLogin: 1000, managerPassword: told.password, clock };
const platforms = {
  mt4: openMetaTrader4({ ...connector, address: told.platforms.mt4 }),
  mt5: openMetaTrader5({ ...connector, address: told.platforms.mt5 }),
};
const needs = () => ({
  ...pool,
  now: new Date(),
  settings: defaultSettings,
  platforms,
  pick: (below: number) => randomInt(below),
  lookEverySeconds: 0,
});

async function moveOne(id: number): Promise<void> {
  const move = await lastMove(pool.sql, clientId(id));
  if (!move) return;
  if (move.phase === 'offered' && !(await beginOne(move))) return;
  // Nobody else is at it: what is not known yet is asked again.
  while ((await driveMove(needs(), move.id)) === 'under_way');
}

async function beginOne(move: Move): Promise<boolean> {
  const found = await clientById(pool.sql, move.clientId);
  const route = routeBetween(move.from, move.to);
  if (!found || !route) throw new Error(`the move ${move.id} leads nowhere`);
  const { profile } = found;
  const client: ClientIdentity = { id: move.clientId, sid: 'drill', companyId: profile.company, profile };
  const now = new Date();
  return pool.transact((sql) => begin(sql, move, { client, route, now, tellIn: (inside, event) => tell(inside, now, event) }));
}

await pool.sql.one('select 1 as ready');
process.send?.('ready');
await Promise.all(told.clients.map(moveOne));
process.exit(0);
