import { movesTo, routeBetween, routeByCountry, type MoveRoute } from '../../law/moves.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
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

/** Whether that route leads to the company that the client is of. */
export function isThere(route: MoveRoute, company: CompanyId): boolean {
  return movesTo[route].company === company;
}
