import { eq, sql, type SQLWrapper } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Role } from '#src/lib/roles.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  DEFAULT_FREQUENCY,
  listMailKinds,
  type MailKind,
  type MailPreferences,
} from '../mail-preferences.schema.ts';
import { mailPreferences } from './mail-preferences.table.ts';

/** A condition: the user receives mails of this kind. */
export function receivesMails(userId: SQLWrapper, kind: MailKind) {
  return sql<boolean>`not exists (select from ${mailPreferences}
    where ${mailPreferences.userId} = ${userId} and ${mailPreferences.kind} = ${kind}
      and ${mailPreferences.frequency} = 'off')`;
}

/** The stored or default frequencies of the kinds that the user's role receives. */
export async function getMailPreferences(
  db: Db,
  { userId, role }: { userId: string; role: Role | null },
): Promise<MailPreferences> {
  const rows = await db
    .select({ kind: mailPreferences.kind, frequency: mailPreferences.frequency })
    .from(mailPreferences)
    .where(eq(mailPreferences.userId, userId));
  const stored = Object.fromEntries(rows.map(({ kind, frequency }) => [kind, frequency]));
  return Object.fromEntries(
    listMailKinds(role).map((kind) => [kind, stored[kind] ?? DEFAULT_FREQUENCY[kind]]),
  );
}

/** @throws DomainError 'invalid-input' for a kind that the actor's role does not receive */
export async function saveMailPreferences(
  db: Db,
  { userId, role }: Actor,
  preferences: MailPreferences,
): Promise<void> {
  const kinds = listMailKinds(role);
  if (Object.keys(preferences).some((kind) => !kinds.some((known) => known === kind))) {
    throw new DomainError('invalid-input', 'You don’t receive this kind of email');
  }
  const rows = kinds.flatMap((kind) => {
    const frequency = preferences[kind];
    return frequency ? [{ userId, kind, frequency }] : [];
  });
  if (rows.length > 0) await storePreferences(db, rows);
}

/** Switches off kinds of mails; idempotent. */
export async function switchOffMails(db: Db, userId: string, kinds: MailKind[]): Promise<void> {
  await storePreferences(
    db,
    kinds.map((kind) => ({ userId, kind, frequency: 'off' })),
  );
}

async function storePreferences(
  db: Db,
  rows: (typeof mailPreferences.$inferInsert)[],
): Promise<void> {
  await db
    .insert(mailPreferences)
    .values(rows)
    .onConflictDoUpdate({
      target: [mailPreferences.userId, mailPreferences.kind],
      set: { frequency: sql`excluded.frequency`, updatedAt: sql`now()` },
    });
}
