import { ownDeals, type Evidence } from './verdict.ts';

/** Defects that are planted behind everybody's back, so that the drill can be seen to find out. */
export const plants = ['doubled', 'lost', 'beside its hour', 'shown failed', 'taken out', 'waiting for nobody'] as const;
export type Plant = (typeof plants)[number];

/** What spoils the platform's own file, for the plants that do; it is taken back afterwards. */
export function statementsOf(plant: Plant, evidence: Evidence): string[] {
  const [deal] = ownDeals(evidence);
  if (!deal) throw new Error(`transfer ${evidence.id} has no deal to spoil`);
  const { ticket, login, minor } = deal;
  if (plant === 'doubled')
    return [
      `insert into deals (login, action, entry, symbol, volume, price, open_price, profit, storage, commission, position, comment, time_ms)
       select login, action, entry, symbol, volume, price, open_price, profit, storage, commission, position, comment, time_ms + 1
       from deals where ticket = ${ticket}`,
      `update users set balance = balance + ${minor} where login = ${login}`,
    ];
  if (plant === 'lost')
    return [`delete from deals where ticket = ${ticket}`, `update users set balance = balance - ${minor} where login = ${login}`];
  return [];
}

/** What spoils only what was seen. */
export function spoiltBy(plant: Plant, evidence: Evidence): Evidence {
  const hour = 3_600_000;
  if (plant === 'beside its hour')
    return { ...evidence, told: new Map([...evidence.told].map(([ticket, ms]) => [ticket, ms + 3 * hour])) };
  if (plant === 'shown failed')
    return { ...evidence, shown: [{ status: 'failed', atMs: evidence.begunMs + 100 }, ...evidence.shown] };
  if (plant === 'taken out') return { ...evidence, thefts: [{ id: evidence.id, end: 'completed' }] };
  if (plant === 'waiting for nobody') {
    const of = { ...evidence.case, fault: { mode: 'late', seconds: 3600 } } as const;
    return { ...evidence, case: of, shown: [{ status: 'processing', atMs: evidence.begunMs + 100 }], findings: 0 };
  }
  return evidence;
}
