import { statusFacts, type StatusGroup, type StatusId } from '../../law/statuses.ts';
import { useWords } from '../words/context.tsx';
import type { Tone } from './Notice.tsx';
import { Status } from './Status.tsx';

const tones: Readonly<Record<StatusGroup, Tone | 'still'>> = {
  ACTIVE: 'gain',
  NEW: 'warn',
  PENDING: 'note',
  INACTIVE: 'still',
  CLOSED: 'still',
  DELETED: 'still',
  REJECTED: 'loss',
};

/** How far the client is with the broker, in a word. */
export function ClientStatus({ status }: { readonly status: StatusId }) {
  const { t } = useWords();
  const { name, group } = statusFacts(status);
  return <Status tone={tones[group]}>{t('ui.clientStatus', { status: name })}</Status>;
}
