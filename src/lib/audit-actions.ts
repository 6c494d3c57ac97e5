/** What can have become of a record. */
export const AUDIT_ACTIONS = ['created', 'changed', 'deleted'] as const;
