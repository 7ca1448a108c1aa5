const mostMs = 2_000;
/** For browsers without idle time of their own (Safari). */
const laterMs = 300;

/** Does what can wait, when the page has nothing else to do. Answers how to leave it. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, laterMs);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, { timeout: mostMs });
  return () => cancelIdleCallback(asked);
}
