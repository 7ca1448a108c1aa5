import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '../../base/sql.ts';
import type { MethodDirection } from '../../law/methods.ts';
import { keepSnapshot } from '../accounts/face.ts';
import type { TransferType } from './contract.ts';
import { deposits } from './deposits.ts';
import { reversals } from './reversals.ts';
import { remittanceNamed, remittanceOf, type Remittance } from './store.ts';
import { transfers } from './transfers.ts';
import {
  providerOf,
  type AskedCourse,
  type Course,
  type Engine,
  type Needs,
  type Run,
  type LookUpOutcome,
  type LookUpParts,
  type PaymentContext,
} from './context.ts';

/** Every type of movement with its course; those that a client asks for are the directions of the payment methods. */
export const courses: Readonly<Record<MethodDirection, AskedCourse> & Record<TransferType, Course>> = {
  deposit: deposits,
  transfer: transfers,
  reversal: reversals,
};

/** More moves than any remittance has. */
const mostMoves = 12;
/** A platform that takes longer than this for somebody else is waited for by nobody. */
const mostLooks = 40;
const betweenLooksMs = 75;

export function openEngine(needs: Needs): Engine {
  // Saves of the same remittance that arrive together share one drive.
  const flights = new Map<number, Promise<Driven>>();
  const fly = async (run: Run, id: number): Promise<Driven> => {
    const flying = flights.get(id);
    if (flying) return flying;
    const flight = driveOn({ needs, run }, id).finally(() => flights.delete(id));
    flights.set(id, flight);
    return flight;
  };
  const engine: Engine = {
    drive: async (run, id) => (await fly(run, id)).remittance,
    async driveTogether(run, id) {
      for (let looks = 1; ; looks += 1) {
        const { remittance, isWithOther } = await fly(run, id);
        if (!isWithOther || looks === mostLooks) return remittance;
        await wait(betweenLooksMs);
      }
    },
    applyPayment: (run, reference) => lookUpPayment({ needs, run, engine }, reference),
  };
  return engine;
}

/** Where a remittance has come to rest. `isWithOther`: another process is asking a platform, and will go on from there. */
interface Driven {
  readonly remittance: Remittance;
  readonly isWithOther: boolean;
}

async function lookUpPayment(parts: LookUpParts, reference: string): Promise<LookUpOutcome> {
  const remittance = await remittanceNamed(parts.run.sql, reference);
  if (!remittance) return 'unknown_reference';
  const { applyPayment } = courses[remittance.type];
  if (!applyPayment) return 'nothing_new';
  const answer = await providerOf(parts.needs, remittance).lookUp(reference);
  if (answer.outcome === 'unknown') return 'unanswered';
  if (answer.outcome === 'absent') return 'absent';
  return applyPayment(parts, remittance.id, answer.payment);
}

async function driveOn(parts: PaymentContext, id: number): Promise<Driven> {
  let isWithOther = false;
  const context: PaymentContext = { ...parts, meetOther: () => (isWithOther = true) };
  for (let moves = 0; moves < mostMoves; moves += 1) {
    isWithOther = false;
    const remittance = await mustRead(context.run.sql, id);
    const mover = courses[remittance.type].movers[remittance.phase];
    if (!mover || !(await mover(context, remittance))) {
      if (moves > 0) await refreshBalances(context, remittance);
      return { remittance: await mustRead(context.run.sql, id), isWithOther };
    }
  }
  throw new Error(`remittance ${id} moved ${mostMoves} times and has not come to rest`);
}

/** So that the balances on the screen are those after the movement. What the platform does not answer comes with the next sweep. */
async function refreshBalances(context: PaymentContext, remittance: Remittance): Promise<void> {
  const ends = [
    { platform: remittance.accountPlatform, number: remittance.accountNumber },
    { platform: remittance.targetPlatform, number: remittance.targetNumber },
  ];
  const answers = await Promise.all(
    ends.map(({ platform, number }) => (platform && number ? context.needs.platforms[platform].account(number) : undefined)),
  );
  for (const answer of answers) if (answer?.outcome === 'done') await keepSnapshot(context.run.sql, answer.account);
}

async function mustRead(sql: Sql, id: number): Promise<Remittance> {
  const remittance = await remittanceOf(sql, id);
  if (!remittance) throw new Error(`there is no remittance ${id}`);
  return remittance;
}
