import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { colleagueOf } from '#src/features/identity/colleagues/server/colleagues.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { orNull } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type {
  AgreementKind,
  agreementVersionRowSchema,
  agreementVersionSchema,
  DraftChange,
  NewDraft,
  Publication,
} from '../agreements.schema.ts';
import { agreementVersions, signedAgreements } from './agreements.table.ts';

const COLUMNS = {
  id: agreementVersions.id,
  kind: agreementVersions.kind,
  number: agreementVersions.number,
  version: agreementVersions.version,
  publishedAt: orNull(agreementVersions.publishedAt),
  publishedBy: sql<string | null>`${colleagueOf(agreementVersions.publishedBy)} ->> 'name'`,
  signBy: agreementVersions.signBy,
  updatedAt: agreementVersions.updatedAt,
  signatures: sql<number>`(select count(*)::int from ${signedAgreements}
    where ${signedAgreements.versionId} = ${agreementVersions}.id)`,
  isCurrent: sql<boolean>`${agreementVersions.publishedAt} is not null and not exists (
    select from ${agreementVersions} later where later.kind = ${agreementVersions}.kind
      and later.number > ${agreementVersions}.number and later.published_at is not null)`,
};

/** All versions of all templates, the newest of each kind first. */
export function listAgreementVersions(
  db: Db,
): Promise<z.input<typeof agreementVersionRowSchema>[]> {
  return db
    .select(COLUMNS)
    .from(agreementVersions)
    .orderBy(asc(agreementVersions.kind), desc(agreementVersions.number));
}

/** A version with its text. @throws DomainError 'not-found' */
export async function getAgreementVersion(
  db: Db,
  id: string,
): Promise<z.input<typeof agreementVersionSchema>> {
  const [found] = await db
    .select({ ...COLUMNS, text: agreementVersions.text })
    .from(agreementVersions)
    .where(eq(agreementVersions.id, id));
  if (!found) throw new DomainError('not-found', 'Version not found');
  return found;
}

/** The version of a kind that is signed now; null if none is published. */
export async function findCurrentVersion(db: Db, kind: AgreementKind) {
  const [current] = await db
    .select()
    .from(agreementVersions)
    .where(and(eq(agreementVersions.kind, kind), isNotNull(agreementVersions.publishedAt)))
    .orderBy(desc(agreementVersions.number))
    .limit(1);
  return current ?? null;
}

/**
 * Adds the draft of the next version. @returns its id
 * @throws DomainError 'conflict' if there is a draft of this kind
 */
export function addDraft(db: Db, { userId }: Actor, { kind, text }: NewDraft): Promise<string> {
  return db.transaction(async (tx) => {
    const number = sql<number>`(select coalesce(max(${agreementVersions.number}), 0) + 1
      from ${agreementVersions} where ${agreementVersions.kind} = ${kind})`;
    const [added] = await tx
      .insert(agreementVersions)
      .values({ kind, number, text, createdBy: userId })
      .onConflictDoNothing()
      .returning({ id: agreementVersions.id });
    if (!added) throw new DomainError('conflict', 'There is a draft of this template already');
    return added.id;
  });
}

/** Changes the text of a draft. @throws DomainError 'not-found', 'not-allowed-in-state' or 'conflict' */
export async function changeDraft(
  db: Db,
  id: string,
  { kind, text, version }: DraftChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    const draft = await lockDraft(tx, id, version);
    if (draft.kind !== kind) throw new DomainError('conflict', 'The draft has another kind');
    await tx
      .update(agreementVersions)
      .set({ text, version: version + 1 })
      .where(eq(agreementVersions.id, id));
  });
}

/** Deletes a draft. @throws DomainError 'not-found' or 'not-allowed-in-state' */
export async function deleteDraft(db: Db, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockDraft(tx, id);
    await tx.delete(agreementVersions).where(eq(agreementVersions.id, id));
  });
}

/**
 * Publishes a draft for good: from now on it is the one that is signed.
 * @throws DomainError 'not-found', 'not-allowed-in-state', 'conflict' or 'invalid-input'
 */
export async function publishDraft(
  db: Db,
  { userId }: Actor,
  id: string,
  { version, signBy }: Publication,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { kind } = await lockDraft(tx, id, version);
    if (signBy !== null) await requireSignBy(tx, kind, signBy);
    await tx
      .update(agreementVersions)
      .set({ publishedAt: sql`now()`, publishedBy: userId, signBy, version: version + 1 })
      .where(eq(agreementVersions.id, id));
  });
}

async function requireSignBy(tx: Db, kind: AgreementKind, signBy: string): Promise<void> {
  const refuse = (message: string) =>
    new DomainError('invalid-input', message, [{ path: 'signBy', message }]);
  if (kind === 'model-release') throw refuse('Signed releases count without an end');
  const { rows } = await tx.execute<{ today: string }>(
    sql`select ((now() at time zone 'UTC')::date)::text as today`,
  );
  if (signBy < rows[0]!.today) throw refuse('Choose a day that is not in the past');
}

async function lockDraft(tx: Db, id: string, version?: number) {
  const isThis = eq(agreementVersions.id, id);
  const [draft] = await tx.select().from(agreementVersions).where(isThis).for('update');
  if (!draft) throw new DomainError('not-found', 'Version not found');
  if (draft.publishedAt !== null) {
    throw new DomainError('not-allowed-in-state', 'A published version is never changed');
  }
  if (version !== undefined && draft.version !== version) {
    throw new DomainError('conflict', 'This draft has changed since you opened it.');
  }
  return draft;
}
