import type { AuditAction } from '#src/lib/audit-actions.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { roleLabel, ROLES } from '#src/lib/roles.ts';
import { ENTITIES, type AuditEntrySummary } from './audit.schema.ts';

type EntryInput = Pick<AuditEntrySummary, 'action' | 'entity' | 'entityId' | 'label'> & {
  fields?: string[];
  status?: string | null;
};

/** The description of a change: "Created", "influencer", "Nova Sterling". */
export type ChangeText = { verb: string; kind: string; label: string };

const VERBS: Record<AuditAction, string> = {
  created: 'Created',
  changed: 'Changed',
  deleted: 'Deleted',
  'signed-in': 'Signed in',
  'sign-in-failed': 'Failed to sign in',
  exported: 'Exported',
  viewed: 'Viewed',
  'viewed-as': 'Viewed as fan',
};

/** Verbs of operations that are more specific than "Changed", by the last segment of their path. */
const OPERATION_VERBS: Record<string, string> = {
  activate: 'Activated',
  answered: 'Answered',
  archive: 'Archived',
  cancel: 'Cancelled',
  close: 'Closed',
  deactivate: 'Deactivated',
  end: 'Ended',
  fail: 'Failed',
  'go-live': 'Launched',
  invitation: 'Invited',
  move: 'Moved',
  'password-reset': 'Sent a password reset link to',
  publish: 'Published',
  reactivate: 'Reactivated',
  reopen: 'Reopened',
  'request-changes': 'Requested changes to',
  replies: 'Replied to',
  resend: 'Sent again',
  restore: 'Restored',
  retry: 'Retried',
  suspend: 'Suspended',
  'undo-answered': 'Reopened',
  'undo-review': 'Undid the decision on',
  undo: 'Undid a decision on',
  unschedule: 'Unscheduled',
};

/** Verbs of a review, by the new status. */
const REVIEW_VERBS: Record<string, string> = { accepted: 'Accepted', rejected: 'Rejected' };

export function entityLabel(entity: string): string {
  return (ENTITIES as Record<string, string>)[entity] ?? columnLabel(entity);
}

/** Merges entries of the same record, because a transaction may write a record several times. */
export function mergeEntries(parts: EntryInput[]): EntryInput[] {
  const records = Map.groupBy(parts, ({ entity, entityId }) => `${entity} ${entityId}`);
  return [...records.values()].map((writes) => {
    const deletion = writes.find(({ action }) => action === 'deleted');
    const creation = writes.find(({ action }) => action === 'created');
    return {
      ...writes[0]!,
      action: (deletion ?? creation ?? writes[0]!).action,
      label: writes.findLast(({ label }) => label)?.label ?? '',
      fields: [...new Set(writes.flatMap(({ fields = [] }) => fields))],
    };
  });
}

/** The audit trail truncates labels to this length. */
const MAXIMUM_LABEL_LENGTH = 120;

/** Actions whose verb says what kind of record they concern. */
const NAMELESS_KINDS = new Set<AuditAction>(['exported', 'viewed-as']);

export function entryText({ action, entity, label }: EntryInput): ChangeText {
  if (action === 'signed-in' || action === 'sign-in-failed')
    return { verb: VERBS[action], kind: '', label: '' };
  return {
    verb: VERBS[action],
    kind: NAMELESS_KINDS.has(action) ? '' : entityLabel(entity).toLowerCase(),
    label: label.length < MAXIMUM_LABEL_LENGTH ? label : `${label}…`,
  };
}

/** The description of a change, from its first entry or from its operation. */
export function changeText({
  operation,
  parts,
}: {
  operation: string;
  parts: EntryInput[];
}): ChangeText {
  const [first, ...others] = mergeEntries(parts);
  if (!first) return { verb: 'Changed', kind: 'nothing', label: '' };
  const text = entryText(first);
  const operationName = /\/[0-9a-f-]{36}\/([a-z-]+)$/.exec(operation)?.[1] ?? '';
  const verb = first.action === 'changed' && operationVerb(operationName, first);
  if (verb) return { ...text, verb };
  const role = others.find(
    ({ entity, entityId }) => entity === 'user_roles' && entityId === first.entityId,
  );
  const isPerson = first.entity === 'profiles' && first.action !== 'changed';
  return isPerson && role?.label ? { ...text, kind: role.label } : text;
}

function operationVerb(operation: string, { fields, status }: EntryInput): string | undefined {
  if (operation === 'publish' && !fields?.includes('published_at')) return 'Scheduled';
  if (operation === 'review' && status) return REVIEW_VERBS[status];
  return OPERATION_VERBS[operation];
}

/** The label of an actor's role. */
export function roleText(role: string): string {
  return roleLabel(ROLES.find((known) => known === role) ?? null);
}

/** Labels of columns whose names are those of a library. */
const COLUMN_LABELS: Record<string, string> = {
  banned: 'Suspended',
  ban_expires: 'Suspended until',
  suspended_for: 'Suspended for',
};

const SHORT: Record<string, string> = { url: 'URL', s3: 'S3', ip: 'IP', id: '', cents: '' };

/** The label of a column: `page_hero_image` -> "Page hero image". */
export function columnLabel(column: string): string {
  if (COLUMN_LABELS[column]) return COLUMN_LABELS[column];
  const words = column
    .replace(/^(is|has)_/, '')
    .split('_')
    .map((word) => SHORT[word] ?? word)
    .filter(Boolean);
  const text = words.join(' ') || column;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The text of a column's value. */
export type ValueText =
  | { kind: 'none' }
  | { kind: 'hidden' }
  | { kind: 'text'; text: string }
  | { kind: 'person'; name: string; id: string }
  | { kind: 'instant'; iso: string };

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

export function valueText(
  column: string,
  value: unknown,
  names: Record<string, string> = {},
): ValueText {
  const isEmpty = value === undefined || value === null || value === '';
  if (isEmpty || (Array.isArray(value) && value.length === 0)) return { kind: 'none' };
  if (value === '(hidden)') return { kind: 'hidden' };
  if (typeof value === 'string' && INSTANT.test(value)) return { kind: 'instant', iso: value };
  if (typeof value === 'string' && names[value]) {
    return { kind: 'person', name: names[value], id: value };
  }
  return { kind: 'text', text: plainText(column, value) };
}

function plainText(column: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number' && column.endsWith('_cents')) return formatCents(value);
  if (Array.isArray(value)) return value.map((each) => plainText(column, each)).join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
