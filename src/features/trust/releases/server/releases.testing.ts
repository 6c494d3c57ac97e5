import { randomUUID } from 'node:crypto';
import type { TestApp } from '#test/harness.ts';
import { releaseInvitations } from './release-invitations.table.ts';

/** Stores an open invitation and returns its id. */
export async function insertInvitation(
  { db }: Pick<TestApp, 'db'>,
  performerId: string,
  influencerId: string,
  values: Partial<typeof releaseInvitations.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID();
  const expiresAt = new Date(Date.now() + 86_400_000);
  const scopes = ['subscription' as const];
  await db.insert(releaseInvitations).values({
    id,
    performerId,
    influencerId,
    scopes,
    startsOn: '2026-01-01',
    expiresAt,
    ...values,
  });
  return id;
}
