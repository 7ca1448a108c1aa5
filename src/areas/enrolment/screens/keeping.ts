import { useEffect, useMemo } from 'react';
import { useConnection } from '../../../ui/api/context.tsx';
import { CallFailure } from '../../../ui/api/failure.ts';
import type { Api } from '../../../ui/api/send.ts';
import type { Kept } from '../../../protocol/form.ts';
import { enrolmentContract } from '../contract.ts';

/** Not with every key: when the typing pauses. */
const pauseMs = 500;

interface Keeping {
  readonly keep: (values: Kept) => void;
  /** Sends it: nothing of what has been typed so far is kept any more once it was taken, and all of it is where it was not. */
  readonly ending: <Answer>(send: () => Promise<Answer>) => Promise<Answer>;
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

export function openKeeping(api: Pick<Api, 'send'>) {
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
  const ending = async <Answer>(submit: () => Promise<Answer>): Promise<Answer> => {
    clearTimeout(timer);
    await sending;
    const held = waiting;
    waiting = undefined;
    try {
      const answer = await submit();
      clearTimeout(timer);
      waiting = undefined;
      return answer;
    } catch (error) {
      // What has been typed meanwhile is newer. Whom 80002 has signed out has no draft any more.
      if (!(error instanceof CallFailure && error.code === '80002')) waiting ??= held;
      send();
      throw error;
    }
  };
  return { keep, send, ending };
}
