export const subjects = ['wallet to wallet', 'wallet to account', 'postings', 'postings, sealed meanwhile'] as const;

/** What one side can be asked to measure. */
export type Subject = (typeof subjects)[number] | 'pgbench';

export type Asked = { readonly subject: Subject; readonly seconds: number } | 'close';

/** `cpuMs`: of one transfer or posting, over all processes that work on it; times of a busy machine say less than that. */
export type Answered = { readonly perSecond: number; readonly cpuMs?: number } | { readonly fault: string };
