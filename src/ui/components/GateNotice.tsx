import type { GateAction } from '../../law/gates.ts';
import type { ClientInfo } from '../../protocol/envelope.ts';
import { useClientPart } from '../api/context.tsx';
import { useWords } from '../words/context.tsx';
import { Notice } from './Notice.tsx';
import { WayOn } from './WayOn.tsx';

interface GateNoticeProps {
  /** The first of them that is shut speaks: what is asked together is mostly shut for one reason. */
  readonly action: GateAction | readonly GateAction[];
}

/** Why the client may not do something, said once for a whole screen, with the way on; nothing when one may. */
export function GateNotice({ action }: GateNoticeProps) {
  const { t } = useWords();
  const gates = useClientPart((state) => state.client?.gates);
  const shut = firstShut(gates, typeof action === 'string' ? [action] : action);
  if (!shut) return null;
  return (
    <Notice tone="warn" title={t('ui.refused.title')} action={<WayOn code={shut.code} next={shut.next} />}>
      {shut.message}
    </Notice>
  );
}

function firstShut(gates: ClientInfo['gates'] | undefined, actions: readonly GateAction[]) {
  return actions.map((action) => gates?.[action] ?? undefined).find((shut) => shut !== undefined);
}
