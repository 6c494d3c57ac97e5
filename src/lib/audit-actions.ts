/**
 * What the audit trail records: changes, and what admins and staff looked at or took out without changing
 * anything.
 */
export const AUDIT_ACTIONS = [
  'created',
  'changed',
  'deleted',
  'signed-in',
  'sign-in-failed',
  'exported',
  'viewed',
  'viewed-as',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
