import type { GateAction } from '../../law/gates.ts';
import { useGate } from '../api/context.tsx';
import { useTravel } from '../page/Link.tsx';
import { useWords } from '../words/context.tsx';
import { LinkButton } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** Why the client may not do something, said once for a whole screen, with the page that opens it; nothing when one may. */
export function GateNotice({ action }: { readonly action: GateAction }) {
  const { t } = useWords();
  const { opener } = useTravel();
  const shut = useGate(action);
  if (!shut) return null;
  const next = shut.next === undefined ? undefined : opener(shut.next);
  return (
    <Notice
      tone="warn"
      action={
        next && (
          <LinkButton look="plain" size="small" to={{ page: next }}>
            {t(next.title)}
          </LinkButton>
        )
      }
    >
      {shut.message}
    </Notice>
  );
}
