import { randomInt } from 'node:crypto';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrEmail } from '#src/features/identity/accounts/server/names.ts';
import {
  requireTwoPeople,
  type Begun,
} from '#src/features/identity/two-people/server/two-people.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { jsonObject, orNull } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { whyNotConfirmed } from '../provider-checks.rules.ts';
import type { checkSchema, Verification, verificationSchema } from '../verification.schema.ts';
import { findDocument } from './documents.ts';
import { performers } from './performers.table.ts';
import { lockPerformer } from './performers.ts';
import { isWaiting, verificationSessions } from './provider-checks.table.ts';
import { verificationStateOf } from './verification-state.ts';
import { performerDocuments, performerVerifications } from './verification.table.ts';

type Scoped = Pick<Actor, 'userId' | 'isLimited'>;

const checker = alias(users, 'checker');
const decider = alias(users, 'decider');

type Session = NonNullable<NonNullable<Verification['check']>['session']>;
const { readGivenNames, readSurname, readDateOfBirth } = verificationSessions;
const sessionOfCheck = sql<Session | null>`case when ${verificationSessions.id} is not null then ${jsonObject(
  {
    provider: verificationSessions.provider,
    status: verificationSessions.status,
    isReady: sql<boolean>`${verificationSessions.reference} is not null`,
    differences: verificationSessions.differences,
    read: sql<
      Session['read']
    >`case when cardinality(${verificationSessions.differences}) > 0 then ${jsonObject({
      givenNames: orNull(readGivenNames),
      surname: orNull(readSurname),
      dateOfBirth: orNull(readDateOfBirth),
    })} end`,
  },
)} end`;

/** State, newest check and documents of a performer. @throws DomainError 'not-found' */
export function getVerification(
  db: Db,
  actor: Scoped,
  performerId: string,
): Promise<Omit<z.input<typeof verificationSchema>, 'provider'>> {
  return db.transaction(async (tx) => {
    const { underageFoundAt } = await lockPerformer(tx, actor, performerId);
    const { method, status, word, startedAt, decidedAt, reason } = performerVerifications;
    const { id, documentId, facePictureId, expiresOn, checkedBy } = performerVerifications;
    const [check] = await tx
      .select({
        id,
        method,
        status,
        session: sessionOfCheck,
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
      .leftJoin(verificationSessions, eq(verificationSessions.verificationId, id))
      .where(eq(performerVerifications.performerId, performerId))
      .orderBy(desc(startedAt))
      .limit(1);
    const [of] = await tx
      .select({ state: verificationStateOf(performers.id) })
      .from(performers)
      .where(eq(performers.id, performerId));
    const documents = await listDocuments(tx, performerId);
    const isUnderage = underageFoundAt !== null;
    return { state: of!.state, isUnderage, check: check ?? null, documents };
  });
}

const listDocuments = (tx: Db, performerId: string) =>
  tx
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

const WORDS = ['AMBER', 'CEDAR', 'FALCON', 'HARBOR', 'LANTERN', 'MEADOW', 'ORCHID', 'WILLOW'];

/**
 * Starts a check with a new word, unless one is in progress; without an actor for the performer
 * themselves. @throws DomainError 'not-found' or 'not-allowed-in-state'
 */
export async function startVerification(db: Db, actor: Scoped | null, performerId: string) {
  await db.transaction(async (tx) => {
    const { underageFoundAt } = await lockPerformer(tx, actor, performerId);
    if (underageFoundAt) throw underage();
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
    const { id, method, startedAt } = await lockOpen(tx, actor, performerId, 'started');
    if (method === 'provider') {
      throw new DomainError('not-allowed-in-state', 'The provider makes this check');
    }
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

/** A check as one person recorded it. */
export function begunCheck({ id, checkedBy }: { id: string; checkedBy: string | null }): Begun {
  return { rule: 'identity', recordId: id, begunBy: checkedBy };
}

/**
 * Confirms the check of another person, or what a provider read differently from the register.
 * @throws DomainError 'not-found', 'forbidden', or 'not-allowed-in-state'
 */
export async function confirmVerification(db: Db, actor: Scoped, performerId: string) {
  await db.transaction(async (tx) => {
    const { id, method, checkedBy, expiresOn } = await lockOpen(tx, actor, performerId, 'checked');
    if (method === 'provider') await requireConfirmable(tx, { id, performerId, expiresOn });
    if (checkedBy === actor.userId) {
      throw new DomainError('forbidden', 'A second person has to confirm what you checked.');
    }
    if (method === 'manual') await requireTwoPeople(tx, actor, begunCheck({ id, checkedBy }));
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

/** Ends the check in progress without a result. @throws DomainError 'not-found', or 'not-allowed-in-state' */
export async function endVerification(db: Db, actor: Scoped, performerId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { id } = await lockOpen(tx, actor, performerId, 'started');
    await endCheck(tx, id, actor);
  });
}

/** Ends an open check without a result; without an actor by itself. */
export async function endCheck(tx: Db, id: string, actor: Scoped | null): Promise<void> {
  await tx
    .update(performerVerifications)
    .set({ status: 'ended', decidedBy: actor?.userId ?? null, decidedAt: sql`now()` })
    .where(eq(performerVerifications.id, id));
  await forgetSession(tx, id);
}

async function decide(
  tx: Db,
  { userId }: Scoped,
  id: string,
  change: { status: 'verified' } | { status: 'rejected'; reason: string },
) {
  await tx
    .update(performerVerifications)
    .set({ ...change, decidedBy: userId, decidedAt: sql`now()` })
    .where(eq(performerVerifications.id, id));
  await forgetSession(tx, id);
}

/** Nobody needs the address of a session that is over, nor what differed. */
const forgetSession = (tx: Db, verificationId: string) =>
  tx
    .update(verificationSessions)
    .set({
      status: sql`case when ${isWaiting} then 'expired' else ${verificationSessions.status} end`,
      sealedUrl: null,
      differences: [],
      readGivenNames: null,
      readSurname: null,
      readDateOfBirth: null,
    })
    .where(eq(verificationSessions.verificationId, verificationId));

async function requireConfirmable(
  tx: Db,
  check: { id: string; performerId: string; expiresOn: string | null },
) {
  const [found] = await tx
    .select({ readDateOfBirth, dateOfBirth: performers.dateOfBirth })
    .from(performers)
    .innerJoin(verificationSessions, eq(verificationSessions.verificationId, check.id))
    .where(eq(performers.id, check.performerId));
  const why = whyNotConfirmed({ ...found!, expiresOn: check.expiresOn }, found!);
  if (why) throw new DomainError('not-allowed-in-state', why);
}

const underage = () =>
  new DomainError(
    'not-allowed-in-state',
    'A check found that this person is under 18. An admin has to lift the hold first.',
  );

const invalid = (path: string, message: string) =>
  new DomainError('invalid-input', message, [{ path, message }]);

/** The check in progress; null if there is none. */
export async function findOpenCheck(
  tx: Db,
  performerId: string,
  statuses: ('started' | 'checked')[] = ['started', 'checked'],
) {
  const [open] = await tx
    .select()
    .from(performerVerifications)
    .where(
      and(
        eq(performerVerifications.performerId, performerId),
        inArray(performerVerifications.status, statuses),
      ),
    );
  return open ?? null;
}

async function lockOpen(
  tx: Db,
  actor: Scoped,
  performerId: string,
  ...statuses: ('started' | 'checked')[]
) {
  await lockPerformer(tx, actor, performerId);
  const open = await findOpenCheck(tx, performerId, statuses);
  if (!open) throw new DomainError('not-allowed-in-state', 'This check was already decided');
  return open;
}
