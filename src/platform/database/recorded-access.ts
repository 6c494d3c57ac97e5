import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { AuditAction } from '#src/lib/audit-actions.ts';
import { currentRequestId } from '#src/platform/log/current-run.ts';
import { auditEntries } from './audit.table.ts';
import type { AuditedActor, Origin } from './audit.ts';
import type { Db } from './db.ts';

/** Something that an admin or staff member did and no trigger records. */
export type RecordedAccess = {
  action: AuditAction;
  /** The table of the record, or a name for what is none. */
  entity: string;
  entityId: string;
  /** The name of the record for people. */
  label: string;
  before?: Record<string, unknown>;
  /** Further facts, such as the filters of an export. */
  after?: Record<string, unknown>;
};

/** The table of a record whose views are recorded, and its name, or that of the part that is shown. */
export type Viewed<O> = { entity: string; label(output: O): string };

/** A file that was downloaded with these filters, or of these records. The password of a file is not recorded. */
export function exportOf(path: string, label: string, input: object): RecordedAccess {
  const filters = Object.entries(input).filter(
    ([name, value]) => value !== undefined && name !== 'password',
  );
  const after = Object.fromEntries(filters);
  return { action: 'exported', entity: 'downloads', entityId: path, label, after };
}

/** A record that was viewed. */
export function viewOf<O>(
  { entity, label }: Viewed<O>,
  entityId: string | undefined,
  output: O,
): RecordedAccess {
  return { action: 'viewed', entity, entityId: entityId ?? '', label: label(output) };
}

/**
 * Records an access by an admin or staff member in the audit trail; others are not recorded. Viewing the
 * same record again within an hour is one access.
 */
export async function recordAccess(
  db: Db,
  { userId, email, role }: AuditedActor,
  origin: Origin & { requestId?: string },
  { entityId, entity, action, label, before, after }: RecordedAccess,
): Promise<void> {
  if (role !== 'admin' && role !== 'staff') return;
  const isRecent = sql`exists (select from ${auditEntries}
    where ${auditEntries.entity} = ${entity} and ${auditEntries.entityId} = ${entityId}
      and ${auditEntries.actorId} = ${userId} and ${auditEntries.action} = 'viewed'
      and ${auditEntries.at} > now() - interval '1 hour')`;
  if (action === 'viewed') {
    const { rows } = await db.execute(sql`select where ${isRecent}`);
    if (rows.length > 0) return;
  }
  await db.insert(auditEntries).values({
    requestId: currentRequestId() ?? randomUUID(),
    ...origin,
    actorId: userId,
    actorEmail: email,
    actorRole: role,
    action,
    entity,
    entityId,
    label: label.slice(0, 120),
    ...(before && { before }),
    ...(after && { after }),
  });
}
