import { randomInt } from 'node:crypto';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { checkSchema, verificationSchema } from '../verification.schema.ts';
import { findDocument } from './documents.ts';
import { performers } from './performers.table.ts';
import { lockPerformer } from './performers.ts';
import { verificationStateOf } from './verification-state.ts';
import { performerDocuments, performerVerifications } from './verification.table.ts';

type Scoped = Pick<Actor, 'userId' | 'isLimited'>;

const checker = alias(users, 'checker');
const decider = alias(users, 'decider');
/** State, newest check and documents of a performer. @throws DomainError 'not-found' */
export function getVerification(
  db: Db,
  actor: Scoped,
  performerId: string,
): Promise<z.input<typeof verificationSchema>> {
  return db.transaction(async (tx) => {
    await lockPerformer(tx, actor, performerId);
    const { status, word, startedAt, decidedAt, reason } = performerVerifications;
    const { documentId, facePictureId, expiresOn, checkedBy } = performerVerifications;
    const [check] = await tx
      .select({
        status,
        word,
        startedAt,
        decidedAt,
        reason,
        documentId,
        facePictureId,
        expiresOn,
        checkedBy: nameOrEmail<string | null>(checker),
        decidedBy: nameOrEmail<string | null>(decider),
        isOwnCheck: sql<boolean>`${checkedBy} is not distinct from ${actor.userId}::uuid`,
      })
      .from(performerVerifications)
      .leftJoin(checker, eq(checker.id, checkedBy))
      .leftJoin(decider, eq(decider.id, performerVerifications.decidedBy))
      .where(eq(performerVerifications.performerId, performerId))
      .orderBy(desc(startedAt))
      .limit(1);
    const [of] = await tx
      .select({ state: verificationStateOf(performers.id) })
      .from(performers)
      .where(eq(performers.id, performerId));
    const documents = await tx
      .select({
        id: performerDocuments.id,
        kind: performerDocuments.kind,
        country: performerDocuments.country,
        expiresOn: performerDocuments.expiresOn,
        createdAt: performerDocuments.createdAt,
        isUsed: sql<boolean>`exists (select from ${performerVerifications} checks
          where ${performerDocuments}.id in (checks.document_id, checks.face_picture_id))`,
      })
      .from(performerDocuments)
      .where(eq(performerDocuments.performerId, performerId))
      .orderBy(desc(performerDocuments.createdAt));
    return { state: of!.state, check: check ?? null, documents };
  });
}

const WORDS = ['AMBER', 'CEDAR', 'FALCON', 'HARBOR', 'LANTERN', 'MEADOW', 'ORCHID', 'WILLOW'];

/**
 * Starts a check with a new word, unless one is in progress; without an actor for the performer
 * themselves. @throws DomainError 'not-found'
 */
export async function startVerification(db: Db, actor: Scoped | null, performerId: string) {
  await db.transaction(async (tx) => {
    await lockPerformer(tx, actor, performerId);
    const word = `${WORDS[randomInt(WORDS.length)]} ${randomInt(100, 1_000)}`;
    await tx.insert(performerVerifications).values({ performerId, word }).onConflictDoNothing();
  });
}

/**
 * Records that the actor compared document, face and word.
 * @throws DomainError 'not-found', 'invalid-input', or 'not-allowed-in-state'
 */
export async function checkVerification(
  db: Db,
  actor: Scoped,
  performerId: string,
  { documentId, facePictureId }: z.output<typeof checkSchema>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { id, startedAt } = await lockOpen(tx, actor, performerId, 'started');
    const document = await findDocument(tx, performerId, documentId);
    const face = await findDocument(tx, performerId, facePictureId);
    if (document.expiresOn === null) throw invalid('documentId', 'Choose an ID document');
    if (document.expiresOn < formatUtcDay(new Date())) {
      throw invalid('documentId', 'This document has expired');
    }
    if (face.kind !== 'face-picture') throw invalid('facePictureId', 'Choose a face picture');
    if (face.createdAt < startedAt) {
      throw invalid('facePictureId', 'This picture is older than the word that it has to show');
    }
    await tx
      .update(performerVerifications)
      .set({
        status: 'checked',
        documentId,
        facePictureId,
        expiresOn: document.expiresOn,
        checkedBy: actor.userId,
        checkedAt: sql`now()`,
      })
      .where(eq(performerVerifications.id, id));
  });
}

/** Confirms the check of another person. @throws DomainError 'not-found', 'forbidden', or 'not-allowed-in-state' */
export async function confirmVerification(db: Db, actor: Scoped, performerId: string) {
  await db.transaction(async (tx) => {
    const { id, checkedBy } = await lockOpen(tx, actor, performerId, 'checked');
    if (checkedBy === actor.userId) {
      throw new DomainError('forbidden', 'A second person has to confirm what you checked.');
    }
    await decide(tx, actor, id, { status: 'verified' });
  });
}

/** Rejects the check in progress. @throws DomainError 'not-found', or 'not-allowed-in-state' */
export async function rejectVerification(
  db: Db,
  actor: Scoped,
  performerId: string,
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { id } = await lockOpen(tx, actor, performerId, 'started', 'checked');
    await decide(tx, actor, id, { status: 'rejected', reason });
  });
}

const decide = (
  tx: Db,
  { userId }: Scoped,
  id: string,
  change: { status: 'verified' } | { status: 'rejected'; reason: string },
) =>
  tx
    .update(performerVerifications)
    .set({ ...change, decidedBy: userId, decidedAt: sql`now()` })
    .where(eq(performerVerifications.id, id));

const invalid = (path: string, message: string) =>
  new DomainError('invalid-input', message, [{ path, message }]);

async function lockOpen(
  tx: Db,
  actor: Scoped,
  performerId: string,
  ...statuses: ('started' | 'checked')[]
) {
  await lockPerformer(tx, actor, performerId);
  const [open] = await tx
    .select()
    .from(performerVerifications)
    .where(
      and(
        eq(performerVerifications.performerId, performerId),
        inArray(performerVerifications.status, statuses),
      ),
    );
  if (!open) throw new DomainError('not-allowed-in-state', 'This check was already decided');
  return open;
}
