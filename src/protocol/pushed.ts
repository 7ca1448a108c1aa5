/**
 * What is written to a browser's event stream beside its lines: the newest of what changes all the time. Never stored, never
 * numbered; whoever was away is told what is newest then. What each event holds stands in trading's contract.
 */
export const pushedKinds = ['ticks', 'positions', 'margin', 'still'] as const;
export type PushedKind = (typeof pushedKinds)[number];
