/** What is typed into the forms: in what it is weighed, and how much. */
export interface WeighedWish {
  readonly by: string;
  readonly amount: string;
}

/** So many grams are not as many ounces: how much is asked anew with what it is weighed in. */
export function wishAfter<Typed extends WeighedWish>(next: Typed, before: Typed): Typed {
  return next.by !== before.by && next.amount === before.amount ? { ...next, amount: '' } : next;
}
