/**
 * Client categories (MiFID II annex II). Documents 2 §3 and 3 §6: 1 or 2 is professional, 1 or 4 may take promotion 53.
 * 0 for retail is our own number: the documents never show it.
 */
export const categories = {
  0: { name: 'RETAIL', kind: 'retail' },
  1: { name: 'PROFESSIONAL', kind: 'professional' },
  2: { name: 'ELECTIVE_PROFESSIONAL', kind: 'professional' },
  4: { name: 'ELIGIBLE_COUNTERPARTY', kind: 'counterparty' },
} as const satisfies Record<number, { readonly name: string; readonly kind: CategoryKind }>;

export type CategoryId = keyof typeof categories;

/** What a law looks at: whether a client is protected as retail, or waived it. */
export const categoryKinds = ['retail', 'professional', 'counterparty'] as const;
export type CategoryKind = (typeof categoryKinds)[number];

export function categoryKind(category: CategoryId): CategoryKind {
  return categories[category].kind;
}

/** Narrows a number that came from outside to a category's id. */
export function isCategoryId(value: number): value is CategoryId {
  return Object.hasOwn(categories, value);
}
