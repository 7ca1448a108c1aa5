import type { Phase } from './store.ts';

/** Nothing becomes of it any more. */
const over: ReadonlySet<Phase> = new Set(['expired', 'declined']);

export const isOver = (phase: Phase): boolean => over.has(phase);

/** There is a card that can be blocked, or used again. */
export const isUsable = (phase: Phase): boolean => phase === 'active' || phase === 'blocked';
