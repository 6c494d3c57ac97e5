/** `refuse` refuses the text, `flag` only makes it visible; a flagged post needs two approvals. */
export const TERM_LEVELS = ['refuse', 'flag'] as const;
export type TermLevel = (typeof TERM_LEVELS)[number];
