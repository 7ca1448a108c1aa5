/**
 * All that is counted of how the portal is used, where the client has agreed to it: the documents' own names, what each is to
 * whoever counts, when it happens, and the document that names it. Nothing else ever goes out, and nothing of who the client is.
 */
interface TrackedRow {
  readonly kind: 'page_view' | 'event' | 'goal';
  readonly when: string;
  readonly source: string;
}

export const tracked = {
  'registration-step2-popup-eu': {
    kind: 'page_view',
    when: 'the second step of the registration is shown, in the EU’s form',
    source: 'document 2 §2',
  },
  'registration-step2-popup-global': {
    kind: 'page_view',
    when: 'the second step of the registration is shown, in the global form',
    source: 'document 2 §2',
  },
  'yearly-confirmation-popup': {
    kind: 'page_view',
    when: 'the yearly confirmation is shown',
    source: 'document 2 §2 has the popup; its label is ours',
  },
  // Leaving records an event; the word for it is what the mobile app is told.
  regfullNotCompleted: { kind: 'event', when: 'the second step is left', source: 'document 2 §2' },
  // Success fires the goal (document 2 §4); its name is what the mobile app is told.
  regfullCompleted: { kind: 'goal', when: 'the second step is complete', source: 'document 2 §§2, 4' },
  tradingAccountOpened: { kind: 'event', when: 'a live account is open', source: 'document 2 §2' },
} as const satisfies Readonly<Record<string, TrackedRow>>;

export type TrackedName = keyof typeof tracked;
type OfKind<Kind extends TrackedRow['kind']> = {
  [Name in TrackedName]: (typeof tracked)[Name]['kind'] extends Kind ? Name : never;
}[TrackedName];
export type PageViewLabel = OfKind<'page_view'>;
export type Goal = OfKind<'goal'>;

export function isGoal(name: TrackedName): name is Goal {
  return tracked[name].kind === 'goal';
}

/** Shown pages are told by browsers; all else happens at the server. */
export const pageViewLabels = [
  'registration-step2-popup-eu',
  'registration-step2-popup-global',
  'yearly-confirmation-popup',
] as const satisfies readonly PageViewLabel[];

export function isTracked(name: string): name is TrackedName {
  return Object.hasOwn(tracked, name);
}
