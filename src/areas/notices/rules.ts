import { gateDecision, type GateAction, type ClientProfile } from '../../law/gates.ts';

/** What the declaration of a type says of who sees it. */
interface Seen {
  readonly gates?: readonly GateAction[];
  readonly onlyFor?: 'live' | 'demo';
  readonly declinedBeside?: string;
}

interface Told {
  readonly typeGroup: 'live' | 'demo' | null;
  readonly profile: ClientProfile;
}

/** Whether a notice is shown to this client. One whose type is not declared any more is: it was told. */
export function isShown(type: Seen | undefined, { typeGroup, profile }: Told): boolean {
  if (type?.onlyFor !== undefined && type.onlyFor !== typeGroup) return false;
  return (type?.gates ?? []).every((gate) => gateDecision(gate, profile).allowed);
}

/** The status of a notice beside the others that are open. */
export function statusBeside(type: Seen | undefined, others: ReadonlySet<string>): 'open' | 'decline' {
  return type?.declinedBeside !== undefined && others.has(type.declinedBeside) ? 'decline' : 'open';
}
