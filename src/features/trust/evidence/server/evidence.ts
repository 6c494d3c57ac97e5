import { createHash } from 'node:crypto';
import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { newStorageKey } from '#src/features/content/media/server/storage-keys.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import type { Party } from '#src/features/trust/complaints/complaints.schema.ts';
import { recordComplaintEvent } from '#src/features/trust/complaints/server/complaint-events.ts';
import { complaintVisibleTo } from '#src/features/trust/complaints/server/complaint-list.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import {
  readReportToken,
  unknownLink,
} from '#src/features/trust/complaints/server/report-links.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { VirusScan } from '#src/platform/antivirus/virus-scan.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { publishLiveEvent } from '#src/platform/jobs/live.ts';
import { DELETED_FILES_QUEUE } from '#src/platform/storage/deleted-files.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { evidenceRefusal } from '../evidence.rules.ts';
import {
  MAXIMUM_EVIDENCE,
  tooMuchEvidence,
  type evidenceSchema,
  type OwnEvidence,
} from '../evidence.schema.ts';
import { readEvidenceFile } from './evidence-file.ts';
import { complaintEvidence } from './evidence.table.ts';

export type EvidenceServices = {
  db: Db;
  config: Pick<Config, 'secrets'>;
  storage: Storage;
  scanFile: VirusScan;
};

/** Who adds a file: a party by its private link, or somebody of the team. */
type Adder = { source: Party } | { source: 'team'; actor: Actor };

/** The complaint of a private link and whose link it is. @throws DomainError 'not-found' */
export function requireLink({ config }: Pick<EvidenceServices, 'config'>, token: string) {
  const link = readReportToken(config.secrets, token);
  if (!link) throw unknownLink();
  return link;
}

/** The files that a party added through its private link. @throws DomainError 'not-found' */
export async function listOwnEvidence(
  db: Db,
  { id, party }: { id: string; party: Party },
): Promise<OwnEvidence> {
  const [complaint] = await db
    .select({
      kind: complaints.kind,
      decidedAt: complaints.decidedAt,
      appealDueAt: complaints.appealDueAt,
    })
    .from(complaints)
    .where(eq(complaints.id, id));
  if (!complaint) throw unknownLink();
  const files = await db
    .select({ id: complaintEvidence.id, fileName: complaintEvidence.fileName })
    .from(complaintEvidence)
    .where(and(eq(complaintEvidence.complaintId, id), eq(complaintEvidence.source, party)))
    .orderBy(asc(complaintEvidence.createdAt), asc(complaintEvidence.id));
  return { files, mayAdd: evidenceRefusal(complaint) === null };
}

/** The files of a complaint. @throws DomainError 'not-found' */
export async function listEvidence(
  db: Db,
  actor: Actor,
  complaintId: string,
): Promise<z.input<typeof evidenceSchema>> {
  const visible = await db
    .select({ id: complaints.id })
    .from(complaints)
    .where(and(eq(complaints.id, complaintId), complaintVisibleTo(actor)));
  if (visible.length === 0) throw new DomainError('not-found', 'Complaint not found');
  const files = await db
    .select({
      id: complaintEvidence.id,
      fileName: complaintEvidence.fileName,
      type: complaintEvidence.type,
      bytes: complaintEvidence.bytes,
      source: complaintEvidence.source,
      addedBy: sql<string | null>`(select ${nameOrEmail(users)} from ${users}
        where ${users.id} = ${complaintEvidence.addedBy})`,
      createdAt: complaintEvidence.createdAt,
    })
    .from(complaintEvidence)
    .where(eq(complaintEvidence.complaintId, complaintId))
    .orderBy(asc(complaintEvidence.createdAt), asc(complaintEvidence.id));
  return { files };
}

/** Locks a complaint that somebody of the team may see; a party may see its own. @throws 'not-found' */
async function lockComplaint(tx: Db, id: string, actor?: Actor) {
  const [complaint] = await tx
    .select({
      kind: complaints.kind,
      decidedAt: complaints.decidedAt,
      appealDueAt: complaints.appealDueAt,
    })
    .from(complaints)
    .where(and(eq(complaints.id, id), actor && complaintVisibleTo(actor)))
    .for('update');
  if (!complaint) throw new DomainError('not-found', 'Complaint not found');
  return complaint;
}

/**
 * Adds a file to a complaint; the same file again changes nothing.
 * @throws DomainError 'not-found', 'invalid-file', 'scanner-unavailable', 'not-allowed-in-state' for a
 *   party after the decision, for a report of a minor, or with too many files
 */
export async function addEvidence(
  { db, storage, scanFile }: EvidenceServices,
  complaintId: string,
  adder: Adder,
  file: { name: string; bytes: Buffer },
): Promise<void> {
  const { type, extension, data } = await readEvidenceFile(file, scanFile);
  const key = newStorageKey('evidence', extension);
  await storage.put(key, data);
  try {
    const isNew = await db.transaction((tx) =>
      insertEvidence(tx, complaintId, adder, {
        fileName: file.name,
        type,
        bytes: data.length,
        sha256: createHash('sha256').update(file.bytes).digest('hex'),
        s3Key: key,
      }),
    );
    if (!isNew) await storage.delete(key);
  } catch (error) {
    // Other errors may occur after the commit.
    if (error instanceof DomainError) await storage.delete(key);
    throw error;
  }
}

type StoredFile = Pick<
  typeof complaintEvidence.$inferInsert,
  'fileName' | 'type' | 'bytes' | 'sha256' | 's3Key'
>;

/** @returns whether the file is new */
async function insertEvidence(
  tx: Db,
  complaintId: string,
  adder: Adder,
  file: StoredFile,
): Promise<boolean> {
  const { source } = adder;
  const actor = source === 'team' ? adder.actor : undefined;
  const complaint = await lockComplaint(tx, complaintId, actor);
  const refusal = source === 'team' ? null : evidenceRefusal(complaint);
  if (refusal) throw new DomainError('not-allowed-in-state', refusal);
  const added = await tx
    .insert(complaintEvidence)
    .values({ ...file, complaintId, source, addedBy: actor?.userId ?? null })
    .onConflictDoNothing()
    .returning({ id: complaintEvidence.id });
  if (added.length === 0) return false;
  const [all] = await tx
    .select({ count: count() })
    .from(complaintEvidence)
    .where(
      and(eq(complaintEvidence.complaintId, complaintId), eq(complaintEvidence.source, source)),
    );
  if (all!.count > MAXIMUM_EVIDENCE[source]) {
    throw new DomainError('not-allowed-in-state', tooMuchEvidence(source));
  }
  await recordChange(tx, complaintId, { event: 'evidence', text: file.fileName }, actor);
  return true;
}

/** Records what happened to the files of a complaint, which whoever decides has to see first. */
async function recordChange(
  tx: Db,
  complaintId: string,
  event: { event: 'evidence' | 'evidence_removed'; text: string },
  actor: Actor | undefined,
): Promise<void> {
  await recordComplaintEvent(tx, complaintId, event, actor);
  const [changed] = await tx
    .update(complaints)
    .set({ version: sql`${complaints.version} + 1` })
    .where(eq(complaints.id, complaintId))
    .returning({ influencerId: complaints.influencerId });
  await publishLiveEvent(tx, { topic: 'notifications', backOffice: true, ...changed });
}

type EvidenceId = { complaintId: string; id: string };

/** A file of a complaint that the actor may see. @throws DomainError 'not-found' */
export async function findEvidence(db: Db, actor: Actor, { complaintId, id }: EvidenceId) {
  const [found] = await db
    .select({
      fileName: complaintEvidence.fileName,
      type: complaintEvidence.type,
      key: complaintEvidence.s3Key,
    })
    .from(complaintEvidence)
    .innerJoin(complaints, eq(complaints.id, complaintEvidence.complaintId))
    .where(
      and(
        eq(complaintEvidence.id, id),
        eq(complaints.id, complaintId),
        isNull(complaintEvidence.preservedSince),
        complaintVisibleTo(actor),
      ),
    );
  if (!found) throw new DomainError('not-found', 'File not found');
  return found;
}

/** Removes a file that must not be stored; that it existed stays in the history. @throws 'not-found' */
export function removeEvidence(
  { db, jobs }: { db: Db; jobs: Pick<Jobs, 'enqueue'> },
  actor: Actor,
  { complaintId, id }: EvidenceId,
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockComplaint(tx, complaintId, actor);
    const [removed] = await tx
      .delete(complaintEvidence)
      .where(and(eq(complaintEvidence.id, id), eq(complaintEvidence.complaintId, complaintId)))
      .returning({ fileName: complaintEvidence.fileName });
    if (!removed) throw new DomainError('not-found', 'File not found');
    await recordChange(
      tx,
      complaintId,
      { event: 'evidence_removed', text: removed.fileName },
      actor,
    );
    await jobs.enqueue(tx, DELETED_FILES_QUEUE, {});
  });
}
