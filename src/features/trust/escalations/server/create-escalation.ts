import { createHash, randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { hidePostOf } from '#src/features/trust/complaints/server/post-hiding.ts';
import { complaintEvidence } from '#src/features/trust/evidence/server/evidence.table.ts';
import { MINORS_POLICY } from '#src/features/trust/policies/policies.schema.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { sealFor } from '#src/platform/database/sealed-column.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { PRESERVATION_MONTHS } from '../escalations.schema.ts';
import { recordCustody, type Custodian } from './custody.ts';
import { collectFacts } from './escalation-facts.ts';
import { ESCALATION_FACTS, escalationFiles, escalations } from './escalations.table.ts';
import { factsDigest, manifestOf } from './manifest.ts';
import { requireOfficer } from './officers.ts';

export type EscalationServices = {
  db: Db;
  storage: Storage;
  config: Pick<Config, 'secrets' | 'publicUrl'>;
};

type NewFile = Omit<typeof escalationFiles.$inferInsert, 'escalationId' | 'position'>;

/**
 * Preserves the files and facts of a complaint about somebody under 18: from now on nothing deletes the
 * files, and nobody can view them elsewhere. Repeating it leads to the same escalation.
 * @returns its id
 * @throws DomainError 'not-found', or 'not-allowed-in-state' for a complaint about something else
 */
export async function createEscalation(
  { db, storage, config }: EscalationServices,
  actor: Custodian,
  complaintId: string,
): Promise<string> {
  await requireOfficer(db, actor);
  return db.transaction(async (tx) => {
    const [complaint] = await tx
      .select()
      .from(complaints)
      .where(eq(complaints.id, complaintId))
      .for('update');
    if (!complaint) throw new DomainError('not-found', 'Complaint not found');
    if (complaint.kind !== 'minor' && complaint.policy !== MINORS_POLICY) {
      throw new DomainError('not-allowed-in-state', 'This complaint is not about a minor');
    }
    const [existing] = await tx
      .select({ id: escalations.id })
      .from(escalations)
      .where(eq(escalations.complaintId, complaintId));
    if (existing) return existing.id;
    if (!complaint.decidedAt) await hidePostOf(tx, complaint);
    const id = randomUUID();
    const facts = JSON.stringify(await collectFacts(tx, config.publicUrl, complaint));
    const files = [
      ...(complaint.postId ? await filesOfPost(tx, storage, complaint.postId) : []),
      ...(await filesOfEvidence(tx, storage, complaintId)),
    ];
    await tx.insert(escalations).values({
      id,
      complaintId,
      sealedFacts: sealFor(config.secrets, ESCALATION_FACTS, id, facts),
      preservedUntil: sql`now() + make_interval(months => ${PRESERVATION_MONTHS}::int)`,
    });
    if (files.length > 0) {
      const rows = files.map((file, position) => ({ ...file, position, escalationId: id }));
      await tx.insert(escalationFiles).values(rows);
    }
    const digest = createHash('sha256')
      .update(manifestOf(files, factsDigest(facts)))
      .digest('hex');
    await recordCustody(tx, id, actor, { event: 'created', text: `Manifest SHA-256 ${digest}` });
    return id;
  });
}

async function filesOfPost(tx: Db, storage: Storage, postId: string): Promise<NewFile[]> {
  const files = await tx
    .select()
    .from(contentMedia)
    .where(eq(contentMedia.postId, postId))
    .orderBy(asc(contentMedia.displayOrder));
  return Promise.all(
    files.map(async ({ s3Key, fileName, fileSize, createdAt, sha256 }) => ({
      source: 'post' as const,
      name: fileName || 'file',
      s3Key,
      bytes: fileSize,
      // A file that was not processed has none yet.
      sha256: sha256 ?? (await hashStoredFile(storage, s3Key)),
      uploadedAt: createdAt,
    })),
  );
}

/** The team's files of the complaint; what is stored was drawn again, so it is hashed anew. */
async function filesOfEvidence(tx: Db, storage: Storage, complaintId: string): Promise<NewFile[]> {
  const files = await tx
    .select()
    .from(complaintEvidence)
    .where(eq(complaintEvidence.complaintId, complaintId))
    .orderBy(asc(complaintEvidence.createdAt), asc(complaintEvidence.id));
  return Promise.all(
    files.map(async ({ s3Key, fileName, bytes, createdAt }) => ({
      source: 'evidence' as const,
      name: fileName,
      s3Key,
      bytes,
      sha256: await hashStoredFile(storage, s3Key),
      uploadedAt: createdAt,
    })),
  );
}

async function hashStoredFile(storage: Storage, key: string): Promise<string> {
  const size = await storage.size(key);
  const content = size ? await storage.getRange(key, { start: 0, end: size - 1 }) : null;
  if (!content) throw new DomainError('not-found', 'A file of this complaint is missing');
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
