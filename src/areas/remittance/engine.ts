import type { Sql } from '../../base/sql.ts';
import { keepSnapshot } from '../accounts/face.ts';
import { movers } from './movers.ts';
import { remittanceOf, type Remittance } from './store.ts';
import type { Needs, Run, Work } from './work.ts';

export interface Engine {
  /**
   * Moves a remittance on as far as it can go now, and answers where it stands then. Any number of processes may
   * drive the same remittance: each step is claimed in the database, and postings go by the fact's name.
   */
  drive(run: Run, id: number): Promise<Remittance>;
}

/** More moves than any remittance has. */
const mostMoves = 12;

export function openEngine(needs: Needs): Engine {
  // Saves of the same remittance that arrive together share one drive.
  const flights = new Map<number, Promise<Remittance>>();
  return {
    async drive(run, id) {
      const flying = flights.get(id);
      if (flying) return flying;
      const flight = driveOn({ needs, run }, id).finally(() => flights.delete(id));
      flights.set(id, flight);
      return flight;
    },
  };
}

async function driveOn(work: Work, id: number): Promise<Remittance> {
  for (let moves = 0; moves < mostMoves; moves += 1) {
    const remittance = await mustRead(work.run.sql, id);
    const mover = movers[remittance.phase];
    if (!mover || !(await mover(work, remittance))) {
      if (moves > 0) await refreshBalances(work, remittance);
      return mustRead(work.run.sql, id);
    }
  }
  throw new Error(`remittance ${id} moved ${mostMoves} times and has not come to rest`);
}

/** So that the balances on the screen are those after the movement. What the platform does not answer comes with the next sweep. */
async function refreshBalances(work: Work, remittance: Remittance): Promise<void> {
  const ends = [
    { platform: remittance.accountPlatform, number: remittance.accountNumber },
    { platform: remittance.targetPlatform, number: remittance.targetNumber },
  ];
  const answers = await Promise.all(
    ends.map(({ platform, number }) => (platform && number ? work.needs.platforms[platform].account(number) : undefined)),
  );
  for (const answer of answers) if (answer?.outcome === 'done') await keepSnapshot(work.run.sql, answer.account);
}

async function mustRead(sql: Sql, id: number): Promise<Remittance> {
  const remittance = await remittanceOf(sql, id);
  if (!remittance) throw new Error(`there is no remittance ${id}`);
  return remittance;
}
