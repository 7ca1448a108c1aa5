import { movesTo, routeBetween, routeByCountry, type MoveRoute } from '../../law/moves.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { fitsTaxId } from '../../law/taxIds.ts';
import type { MoveInfo } from './contract.ts';

/** Why a move is given up; each has its sentence. */
const givenUpReasons = [
  'positions',
  'waiting_orders',
  'negative_balance',
  'not_opened',
  'not_let_go',
  'changed_meanwhile',
] as const;
export type GivenUp = (typeof givenUpReasons)[number];

export function givenUpReason(kept: string | null): GivenUp {
  return givenUpReasons.find((reason) => reason === kept) ?? 'changed_meanwhile';
}

/** What of a move its status follows from. */
interface MoveFacts {
  readonly from: CompanyId;
  readonly to: CompanyId;
  readonly phase: string;
}

const statusOfPhase: Readonly<Record<string, MoveInfo['status']>> = {
  asked: 'asked',
  declined: 'declined',
  offered: 'open',
  withdrawn: 'none',
  moving: 'under_way',
  returning: 'under_way',
  given_up: 'given_up',
  moved: 'moved',
};

/** How a client's last move stands; of one who has none, and belongs elsewhere by residence, it may be made. */
export function moveStatus(last: MoveFacts | undefined, byCountry: MoveRoute | undefined): MoveInfo['status'] {
  const known = last === undefined ? 'none' : (statusOfPhase[last.phase] ?? 'none');
  const isOver = known === 'none' || known === 'declined' || known === 'moved';
  return isOver && byCountry !== undefined && known !== 'declined' ? 'open' : known;
}

/** The route that a client may go now: of the open move, else the one that residence asks for. */
export function openRoute(
  client: { readonly company: CompanyId; readonly country: string },
  last: MoveFacts | undefined,
): MoveRoute | undefined {
  if (last?.phase === 'offered') return routeBetween(last.from, last.to);
  if (last !== undefined && ['asked', 'declined', 'moving', 'returning'].includes(last.phase)) return undefined;
  return routeByCountry(client);
}

/** Whether something of it may have moved already: it ends by itself. */
export function isBegun(last: MoveFacts | undefined): boolean {
  return last?.phase === 'moving' || last?.phase === 'returning';
}

/** Whether it has been asked for, or may be made: its client may still say no to it. */
export function isWanted<Last extends MoveFacts>(last: Last | undefined): last is Last {
  return last?.phase === 'asked' || last?.phase === 'offered';
}

/** Whether that route leads to the company that the client is of. */
export function isThere(route: MoveRoute, company: CompanyId): boolean {
  return movesTo[route].company === company;
}

/** Which of the agreements stands over the page (document 3 §4): 7, 8 and 9 have another one for the UK. */
export type MoveAgreement = 'uk' | 'uk_registering' | 'ftg' | 'mauritius';

const registering: ReadonlySet<number> = new Set([7, 8, 9]);

export function agreementFor(route: MoveRoute, status: number): MoveAgreement {
  return route === 'uk' && registering.has(status) ? 'uk_registering' : route;
}

const leastAge = 18;
const mostAge = 100;

/** Whether somebody born that day (yyyy-MM-dd) is of an age to be a client (document 2 §5). */
export function isAdult(birthDate: string, now: Date): boolean {
  const today = now.toISOString().slice(0, 10);
  const turned = (years: number): string => `${Number(today.slice(0, 4)) - years}${today.slice(4)}`;
  return birthDate <= turned(leastAge) && birthDate >= turned(mostAge + 1);
}

/** What is told of each. */
export const migrationSentences = { adult: 'moves.wrong.adult', taxId: 'moves.wrong.taxId' } as const;

interface MigrationTold {
  readonly birth_date: string;
  readonly tax_residency: string;
  readonly tax_id?: string | undefined;
}

/** What is wrong of what the form tells, on the page before it is sent and on the server again (document 2 §5); an empty one is another fault. */
export function migrationFaults({ birth_date: born, tax_residency: residency, tax_id: taxId = '' }: MigrationTold, today: Date) {
  const faults: Partial<Record<'birth_date' | 'tax_id', keyof typeof migrationSentences>> = {};
  if (born !== '' && !isAdult(born, today)) faults.birth_date = 'adult';
  if (residency !== '' && !fitsTaxId(residency, taxId.trim())) faults.tax_id = 'taxId';
  return faults;
}

interface MigrationTyped {
  readonly residence_country: string;
  readonly account: string;
  readonly currency: string;
  readonly leverage: string;
  readonly traded_system_experience: string;
  readonly experience_risk: string;
}

/**
 * What the form becomes when something of it has changed (document 2 §4): what is opened depends on the country, currency and leverage on
 * the account; "nothing traded" stands alone; and who does not understand the risk is back at understanding it, after the notice.
 */
export function migrated<Typed extends MigrationTyped>(next: Typed, before: Typed): Typed {
  const isElsewhere = next.residence_country !== before.residence_country;
  const isOther = isElsewhere || next.account !== before.account;
  return {
    ...next,
    ...(isElsewhere ? { account: '' } : {}),
    ...(isOther ? { currency: '', leverage: '' } : {}),
    traded_system_experience: tradedAlone(next.traded_system_experience, before.traded_system_experience),
    experience_risk: next.experience_risk === '1_2' ? '1_1' : next.experience_risk,
  };
}

/** "no" is exclusive: whichever was ticked last counts. */
function tradedAlone(next: string, before: string): string {
  const ids = next.split(',').filter((id) => id !== '');
  if (!ids.includes('no') || ids.length === 1) return next;
  return before.split(',').includes('no') ? ids.filter((id) => id !== 'no').join(',') : 'no';
}
