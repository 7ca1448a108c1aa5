/** Why somebody is not the person of a list; for the file, a client never reads any of it (readings, 29). Our own lists. */
export const falseHitReasons = ['other_birth_date', 'other_country', 'other_name', 'papers_show_other'] as const;
/** Why somebody is. */
export const trueHitReasons = ['papers_agree', 'facts_agree', 'client_confirms'] as const;
export const hitReasons = [...falseHitReasons, ...trueHitReasons] as const;
export type HitReason = (typeof hitReasons)[number];
