import { statusIds, statuses, type StatusGroup, type StatusId } from '../../../law/statuses.ts';
import type { Tone } from '../../../ui/components/Notice.tsx';
import { Status } from '../../../ui/components/Status.tsx';

const tones: Readonly<Record<StatusGroup, Tone | 'still'>> = {
  ACTIVE: 'gain',
  NEW: 'note',
  PENDING: 'warn',
  INACTIVE: 'still',
  REJECTED: 'loss',
  CLOSED: 'still',
  DELETED: 'still',
};

/** The documents' name of a client's status, as staff say it. */
export function ClientStatus({ status }: { readonly status: string }) {
  const words = status.toLowerCase().replaceAll('_', ' ');
  const id = statusIds.find((known) => statuses[known].name === status);
  return <Status tone={toneOf(id)}>{words.slice(0, 1).toUpperCase() + words.slice(1)}</Status>;
}

/** A frozen client stands in the group of the new ones (document 1 §4), and is nothing like them. */
function toneOf(id: StatusId | undefined): Tone | 'still' {
  if (id === undefined) return 'still';
  return id === 14 ? 'loss' : tones[statuses[id].group];
}
