/** The kinds of changes that the audit trail records. */
export const AUDIT_ACTIONS = ['created', 'changed', 'deleted'] as const;
