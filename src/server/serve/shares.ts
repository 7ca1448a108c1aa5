/**
 * So many reads of one caller are answered at a time; the others wait in their order. Whoever asks for everything at once waits for
 * themselves, and everybody else waits for a few of their reads instead of all. A read that takes long waits for an outside party
 * and keeps nobody busy: its part goes to the next. Each process counts its own.
 */
export interface Shares {
  /** Answers when it is the caller's time; what it answers is called when the read is done. */
  take(owner: string, atOnce: number): Promise<() => void>;
}

interface Share {
  running: number;
  readonly waiting: (() => void)[];
}

/** Longer than any read of the database alone. */
const longMs = 500;

export function openShares(): Shares {
  const shares = new Map<string, Share>();
  const give = (owner: string, share: Share): void => {
    const next = share.waiting.shift();
    // Behind whatever has come in meanwhile: the caller's next read is nobody's wait.
    if (next) return void setImmediate(next);
    share.running -= 1;
    if (share.running === 0) shares.delete(owner);
  };
  return {
    async take(owner, atOnce) {
      const share = shares.get(owner) ?? { running: 0, waiting: [] };
      shares.set(owner, share);
      if (share.running >= atOnce) await new Promise<void>((resolve) => share.waiting.push(resolve));
      else share.running += 1;
      const given = { isOver: false };
      const end = (): void => {
        clearTimeout(late);
        if (!given.isOver) give(owner, share);
        given.isOver = true;
      };
      const late = setTimeout(end, longMs);
      return end;
    },
  };
}
