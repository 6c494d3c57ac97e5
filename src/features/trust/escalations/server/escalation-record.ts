import { asc, count, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { openOf } from '#src/platform/database/sealed-column.ts';
import {
  escalationReference,
  factsSchema,
  PRESERVATION_MONTHS,
  type escalationListSchema,
  type escalationSchema,
} from '../escalations.schema.ts';
import type { EscalationServices } from './create-escalation.ts';
import { recordCustody, verifyCustody, type Custodian } from './custody.ts';
import {
  ESCALATION_FACTS,
  escalationEvents,
  escalationFiles,
  escalations,
} from './escalations.table.ts';
import { isOfficer, requireOfficer } from './officers.ts';

type Record = z.input<typeof escalationSchema>;
type Stored = typeof escalations.$inferSelect;

/** The newest escalations for the officers, and nothing for others. */
const LIST_LIMIT = 100;

export async function listEscalations(
  db: Db,
  actor: Custodian,
): Promise<z.input<typeof escalationListSchema>> {
  if (!(await isOfficer(db, actor))) return { isOfficer: false, escalations: [], hasMore: false };
  const found = await db
    .select({ row: escalations, files: count(escalationFiles.id) })
    .from(escalations)
    .leftJoin(escalationFiles, eq(escalationFiles.escalationId, escalations.id))
    .groupBy(escalations.id)
    .orderBy(desc(escalations.createdAt), desc(escalations.id))
    .limit(LIST_LIMIT + 1);
  return {
    isOfficer: true,
    escalations: found.slice(0, LIST_LIMIT).map(({ row, files }) => rowOf(row, files)),
    hasMore: found.length > LIST_LIMIT,
  };
}

const rowOf = (row: Stored, files: number) => ({
  id: row.id,
  reference: escalationReference(row.id),
  complaintId: row.complaintId,
  createdAt: row.createdAt,
  files,
  submittedAt: row.submittedAt,
  authority: row.authority,
  authorityReference: row.authorityReference,
  preservedUntil: row.preservedUntil,
  erasedAt: row.erasedAt,
});

/** Locks an escalation for one of the officers. @throws DomainError 'not-found' */
export async function lockEscalation(tx: Db, actor: Custodian, id: string): Promise<Stored> {
  await requireOfficer(tx, actor);
  const [found] = await tx
    .select()
    .from(escalations)
    .where(eq(escalations.id, id))
    .for('no key update');
  if (!found) throw new DomainError('not-found', 'Escalation not found');
  return found;
}

/** Opens an escalation for a reason, which the chain of custody contains. @throws 'not-found' */
export function openEscalation(
  services: EscalationServices,
  actor: Custodian,
  { id, reason }: { id: string; reason: string },
): Promise<Record> {
  return services.db.transaction(async (tx) => {
    await lockEscalation(tx, actor, id);
    await recordCustody(tx, id, actor, { event: 'viewed', text: reason });
    return readEscalation(tx, services, id);
  });
}

/** The files of an escalation in the order of its manifest. */
export function filesOf(tx: Db, id: string) {
  return tx
    .select()
    .from(escalationFiles)
    .where(eq(escalationFiles.escalationId, id))
    .orderBy(asc(escalationFiles.position));
}

/** The facts of an escalation as they were stored; null once they were deleted. */
export function factsOf(
  { config }: Pick<EscalationServices, 'config'>,
  { id, sealedFacts }: Pick<Stored, 'id' | 'sealedFacts'>,
): string | null {
  return sealedFacts && openOf(config.secrets, ESCALATION_FACTS, id, sealedFacts);
}

/** The chain of custody, oldest first. */
export function custodyOf(tx: Db, id: string) {
  return tx
    .select()
    .from(escalationEvents)
    .where(eq(escalationEvents.escalationId, id))
    .orderBy(asc(escalationEvents.number));
}

/** Everything about an escalation. */
export async function readEscalation(
  tx: Db,
  services: Pick<EscalationServices, 'config'>,
  id: string,
): Promise<Record> {
  const [row] = await tx.select().from(escalations).where(eq(escalations.id, id));
  const files = await filesOf(tx, id);
  const facts = factsOf(services, row!);
  const violations = await verifyCustody(tx, 1, id);
  const custody = await custodyOf(tx, id);
  return {
    ...rowOf(row!, files.length),
    facts: facts === null ? null : factsSchema.parse(JSON.parse(facts)),
    evidence: files.map(({ name, source, bytes, sha256 }) => ({ name, source, bytes, sha256 })),
    custody: custody.map(({ id: _id, escalationId: _of, ...entry }) => entry),
    isChainIntact: violations.length === 0,
  };
}

/**
 * Records the report to the authority, once. The content is preserved for a year from then on.
 * @throws DomainError 'not-found', 'not-allowed-in-state' if it was submitted already or deleted
 */
export function recordSubmission(
  services: EscalationServices,
  actor: Custodian,
  { id, authority, reference }: { id: string; authority: string; reference: string },
): Promise<Record> {
  return services.db.transaction(async (tx) => {
    const { submittedAt } = await lockPreserved(tx, actor, id);
    if (submittedAt) throw new DomainError('not-allowed-in-state', 'This was submitted already');
    await tx
      .update(escalations)
      .set({
        authority,
        authorityReference: reference,
        submittedAt: sql`now()`,
        preservedUntil: sql`greatest(${escalations.preservedUntil}, now() + make_interval(months => ${PRESERVATION_MONTHS}::int))`,
      })
      .where(eq(escalations.id, id));
    await recordCustody(tx, id, actor, { event: 'submitted', text: `${authority}: ${reference}` });
    return readEscalation(tx, services, id);
  });
}

/**
 * Preserves the content for longer, through the end of a day (UTC).
 * @throws DomainError 'not-found', 'invalid-input' for an earlier day, 'not-allowed-in-state'
 */
export function extendPreservation(
  services: EscalationServices,
  actor: Custodian,
  { id, until, reason }: { id: string; until: string; reason: string },
): Promise<Record> {
  return services.db.transaction(async (tx) => {
    const { preservedUntil } = await lockPreserved(tx, actor, id);
    const end = new Date(`${until}T23:59:59.999Z`);
    if (end <= preservedUntil) {
      const message = 'Choose a later day';
      throw new DomainError('invalid-input', message, [{ path: 'until', message }]);
    }
    await tx.update(escalations).set({ preservedUntil: end }).where(eq(escalations.id, id));
    await recordCustody(tx, id, actor, { event: 'extended', text: `Until ${until}: ${reason}` });
    return readEscalation(tx, services, id);
  });
}

async function lockPreserved(tx: Db, actor: Custodian, id: string): Promise<Stored> {
  const found = await lockEscalation(tx, actor, id);
  if (found.erasedAt) {
    throw new DomainError('not-allowed-in-state', 'The files and facts were deleted');
  }
  return found;
}
