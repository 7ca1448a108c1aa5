import { useEffect } from 'react';
import type { PageViewLabel } from '../../law/tracking.ts';
import { useConnection } from '../api/context.tsx';

/** As the area `tracking` declares it, without its schemas. */
const view = { method: 'POST', path: 'api/tracking/view' } as const;

/** Tells that a page with a label is shown; undefined: it is not counted. Nobody waits for it, and a line that is down loses it. */
export function usePageView(label: PageViewLabel | undefined): void {
  const { api } = useConnection();
  useEffect(() => {
    if (label !== undefined) api.send(view, { label }).catch(() => undefined);
  }, [api, label]);
}
