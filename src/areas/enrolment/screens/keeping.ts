import { useEffect, useMemo } from 'react';
import { useConnection } from '../../../ui/api/context.tsx';
import type { Api } from '../../../ui/api/send.ts';
import type { Kept } from '../../../protocol/form.ts';
import { enrolmentContract } from '../contract.ts';

/** Not with every key: when the typing pauses. */
const pauseMs = 500;

interface Keeping {
  readonly keep: (values: Kept) => void;
  /** Nothing more is kept of what has been typed so far, and nothing of it is on its way. */
  readonly end: () => Promise<void>;
}

/** Keeps what is typed at the server when the typing pauses, and at once when the page is put away. */
export function useKeeping(): Keeping {
  const { api } = useConnection();
  const keeping = useMemo(() => openKeeping(api), [api]);
  useEffect(() => {
    addEventListener('pagehide', keeping.send);
    document.addEventListener('visibilitychange', keeping.send);
    return () => {
      removeEventListener('pagehide', keeping.send);
      document.removeEventListener('visibilitychange', keeping.send);
      keeping.send();
    };
  }, [keeping]);
  return keeping;
}

function openKeeping(api: Api) {
  let waiting: Kept | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> = Promise.resolve();
  const send = (): void => {
    clearTimeout(timer);
    const answers = waiting;
    waiting = undefined;
    if (answers === undefined) return;
    sending = api.send(enrolmentContract.calls.keep, { answers }).then(
      () => undefined,
      () => {
        // It is still in the form, and goes with what is typed next.
        waiting ??= answers;
      },
    );
  };
  const keep = (values: Kept): void => {
    waiting = values;
    clearTimeout(timer);
    timer = setTimeout(send, pauseMs);
  };
  const end = async (): Promise<void> => {
    clearTimeout(timer);
    await sending;
    waiting = undefined;
  };
  return { keep, send, end };
}
