/** Whether there is a hand at the screen. What a page asks for by itself while there is none is no use of the session. */
export interface Hand {
  isAway(): boolean;
  /** A call went out that says by itself that somebody is here. */
  told(): void;
}

/** Whoever has touched nothing for so long is away, as far as the server needs to know. */
const awayMs = 60_000;
const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

export interface HandParts {
  readonly nowMs: () => number;
  /** Hands over what to do at every sign of a hand. */
  readonly watch: (moved: () => void) => void;
  /** Tells the server that somebody is here, where no call did so for a while: what is shown may be pushed. */
  readonly tell: () => void;
}

/** Whoever opened the page is there. */
export function openHand({ nowMs, watch, tell }: HandParts): Hand {
  let movedMs = nowMs();
  let toldMs = movedMs;
  watch(() => {
    movedMs = nowMs();
    if (movedMs - toldMs < awayMs) return;
    toldMs = movedMs;
    tell();
  });
  return {
    isAway: () => nowMs() - movedMs >= awayMs,
    told: () => {
      toldMs = nowMs();
    },
  };
}

/**
 * The hand at this window. Whoever moves at what is pushed, or reads what asks for nothing, uses the session too: `use` tells that to the
 * server, and a word of it that is lost is made good by the next movement. Nobody is there while a lock stands over the page.
 */
export function handHere({ isShut, use }: { readonly isShut: () => boolean; readonly use: () => Promise<unknown> }): Hand {
  const tell = (): void => {
    if (!isShut()) void use().catch(() => undefined);
  };
  const watch = (moved: () => void): void => {
    for (const sign of signs) addEventListener(sign, moved, { passive: true, capture: true });
  };
  return openHand({ nowMs: () => performance.now(), watch, tell });
}
