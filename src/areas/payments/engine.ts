import { setTimeout as wait } from 'node:timers/promises';
import { gathered } from '../../base/gather.ts';
import type { AccountNumber, RemittanceId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { MethodDirection } from '../../law/methods.ts';
import type { Platform, PlatformAccount } from '../../ports/platform/port.ts';
import { staleLine } from '../../protocol/topics.ts';
import { keepSnapshot } from '../accounts/face.ts';
import type { TransferType } from './contract.ts';
import { applyDepositPayment, followTakings } from './provider/applyPayment.ts';
import { deposits } from './deposit/deposits.ts';
import type { AskedCourse, Course } from './direction.ts';
import { ofClient, restTopics } from './movements.ts';
import { isOfReturn, nameOf, partNamed } from './payout/parts.ts';
import { applyPayout } from './payout/sending.ts';
import { withdrawals } from './payout/withdrawals.ts';
import { applyReturn, followReturns } from './returned.ts';
import { isDriven } from './rules.ts';
import { reversals } from './provider/reversals.ts';
import { remittanceNamed, remittanceOf, type Remittance } from './store.ts';
import { transfers } from './transfer/transfers.ts';
import {
  providerOf,
  type Engine,
  type Needs,
  type Run,
  type LookUpOutcome,
  type LookUpParts,
  type PaymentContext,
} from './context.ts';

/** Those that a client asks for: the directions of the payment methods. */
export const directions: { readonly [Asked in MethodDirection]: AskedCourse<Asked> } = {
  deposit: { ...deposits, applyPayment: applyDepositPayment },
  // What is paid out has names of its own at its providers, a part each.
  withdraw: { ...withdrawals, applyPayment: undefined },
  transfer: transfers,
};

/** Every type of movement with its course. */
export const courses: Readonly<Record<TransferType, Course>> = { ...directions, reversal: reversals };

/** More moves than any remittance has. */
const mostMoves = 12;
/** A platform that takes longer than this for somebody else is waited for by nobody. */
const mostLooks = 40;
const betweenLooksMs = 75;

export function openEngine(needs: Needs): Engine {
  // Saves of the same remittance that arrive together share one flight, from its beginning on.
  const flights = new Map<RemittanceId, Promise<Driven | 'short'>>();
  const fly = async (run: Run, from: Departure): Promise<Driven | 'short'> => {
    const flying = flights.get(from.id);
    if (flying) return flying;
    const flight = flyAlone({ needs, run }, from).finally(() => flights.delete(from.id));
    flights.set(from.id, flight);
    return flight;
  };
  const engine: Engine = {
    async drive(run, id) {
      // A flight that is under way may have read before what this one is to see: it is waited for, and everybody who waited shares the next.
      await flights.get(id)?.catch(() => undefined);
      const driven = await fly(run, { id });
      // Somebody who saves it at this moment cannot pay for it, so it is as it was.
      return driven === 'short' ? mustRead(run.sql, id) : driven.remittance;
    },
    async save(run, saved) {
      const { id } = saved;
      let from: Departure = { id, saved };
      for (let looks = 1; ; looks += 1) {
        const driven = await fly(run, from);
        if (driven === 'short') return driven;
        if (!driven.isWithOther || looks === mostLooks) return driven.remittance;
        await wait(betweenLooksMs);
        from = { id };
      }
    },
    async decline(run, id) {
      const remittance = await mustRead(run.sql, id);
      const { asked } = courses[remittance.type];
      if (remittance.phase === 'awaiting_approval') await asked?.decline?.({ needs, run }, remittance);
      return engine.drive(run, id);
    },
    followReturns: (run, id) => followReturns({ needs, run, engine }, id),
    followTakings: (run, id) => followTakings({ needs, run, engine }, id),
    applyPayment: (run, reference, transaction) => lookUpPayment({ needs, run, engine }, reference, transaction),
    async applyTold(run, payment) {
      const remittance = await remittanceNamed(run.sql, payment.reference);
      const applyPayment = remittance && courses[remittance.type].applyPayment;
      return applyPayment ? applyPayment({ needs, run, engine }, remittance.id, payment) : 'unknown_reference';
    },
  };
  return engine;
}

/** Where a remittance has come to rest. `isWithOther`: another process is asking a platform, and will go on from there. */
interface Driven {
  readonly remittance: Remittance;
  readonly isWithOther: boolean;
}

/** What is driven, with the row as whoever saves it has read it just now. */
interface Departure {
  readonly id: RemittanceId;
  readonly saved?: Remittance;
}

async function lookUpPayment(parts: LookUpParts, reference: string, transaction?: string): Promise<LookUpOutcome> {
  const remittance = await remittanceNamed(parts.run.sql, reference);
  if (!remittance) return lookUpPayout(parts, reference, transaction);
  const { applyPayment } = courses[remittance.type];
  if (!applyPayment) return 'nothing_new';
  const answer = await providerOf(parts.needs, remittance).lookUp(reference, transaction);
  if (answer.outcome === 'unknown') return 'unanswered';
  if (answer.outcome === 'absent') return 'absent';
  return applyPayment(parts, remittance.id, answer.payment);
}

async function lookUpPayout(parts: LookUpParts, reference: string, transaction?: string): Promise<LookUpOutcome> {
  const part = await partNamed(parts.run.sql, reference);
  if (!part) return 'unknown_reference';
  const payments = providerOf(parts.needs, { id: part.remittanceId, provider: part.provider });
  const answer = await payments.lookUp(reference, transaction);
  if (answer.outcome === 'unknown') return 'unanswered';
  if (answer.outcome === 'absent') return 'absent';
  const { payment } = answer;
  if (isOfReturn(part, payment)) return applyReturn(parts, part, payment);
  const outcome = await applyPayout(parts, part, payment);
  if (!payment.undoesItself) return outcome;
  // It may have become known as paid at this very moment.
  const now = await partNamed(parts.run.sql, reference);
  return now?.phase === 'completed' && nameOf(now) === reference ? applyReturn(parts, now, payment) : outcome;
}

/** Begins what is a quote still, and drives it on. */
async function flyAlone(parts: PaymentContext, { id, saved }: Departure): Promise<Driven | 'short'> {
  const flight = { isWithOther: false };
  const drive = { meetOther: () => (flight.isWithOther = true), claims: new Map() };
  const context: PaymentContext = { ...parts, drive };
  if (saved?.phase !== 'quoted') return driveOn(context, flight, { remittance: await mustRead(parts.run.sql, id), moves: 0 });
  const { asked } = courses[saved.type];
  if (!asked) throw new Error(`remittance ${id} is a quote that nobody can have asked for`);
  const begun = await asked.begin(context, saved);
  if (begun === 'short') return begun;
  if (begun === true) return driveOn(context, flight, { remittance: await mustRead(parts.run.sql, id), moves: 0 });
  return driveOn(context, flight, { remittance: begun, moves: 1 });
}

interface Leg {
  readonly remittance: Remittance;
  /** How often it was moved before. */
  readonly moves: number;
}

async function driveOn(context: PaymentContext, flight: { isWithOther: boolean }, from: Leg): Promise<Driven> {
  let { remittance } = from;
  for (let { moves } = from; moves < mostMoves; moves += 1) {
    flight.isWithOther = false;
    const mover = courses[remittance.type].movers[remittance.phase];
    const moved = mover !== undefined && (await mover(context, remittance));
    if (moved === false) {
      if (moves > 0) await refreshBalances(context, remittance);
      if (mover) remittance = await mustRead(context.run.sql, remittance.id);
      if (moves > 0 && isDriven(remittance)) await tellStale(context.run, remittance);
      return { remittance, isWithOther: flight.isWithOther };
    }
    remittance = moved === true ? await mustRead(context.run.sql, remittance.id) : moved;
  }
  throw new Error(`remittance ${remittance.id} moved ${mostMoves} times and has not come to rest`);
}

/** It has moved and waits on its way, which no change of phase has told. */
async function tellStale(run: Run, remittance: Remittance): Promise<void> {
  await run.tellIn(run.sql, ofClient(staleLine(restTopics), remittance));
}

/** So that the balances on the screen are those after the movement. What the platform does not answer comes with the next sweep. */
async function refreshBalances(context: PaymentContext, remittance: Remittance): Promise<void> {
  const ends = [
    { platform: remittance.accountPlatform, number: remittance.accountNumber },
    { platform: remittance.targetPlatform, number: remittance.targetNumber },
  ];
  const told = await Promise.all(
    ends.map(({ platform, number }) => (platform && number ? accountTold(context.needs.platforms[platform], number) : undefined)),
  );
  for (const account of told) if (account) await keepSnapshot(context.run.sql, account);
}

/** What a platform says of an account now; those whose money moves at the same time are asked for together. */
const accountTold = gathered<AccountNumber, PlatformAccount | undefined, Platform>(async (platform, numbers) => {
  const answer = await platform.accounts([...new Set(numbers)]);
  const accounts = new Map<number, PlatformAccount>(
    answer.outcome === 'done' ? answer.accounts.map((account) => [account.login, account]) : [],
  );
  return numbers.map((number) => accounts.get(number));
});

async function mustRead(sql: Sql, id: RemittanceId): Promise<Remittance> {
  const remittance = await remittanceOf(sql, id);
  if (!remittance) throw new Error(`there is no remittance ${id}`);
  return remittance;
}
