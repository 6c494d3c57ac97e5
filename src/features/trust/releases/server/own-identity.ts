import { and, eq, gte } from 'drizzle-orm';
import { verificationSessions } from '#src/features/agency/performers/server/provider-checks.table.ts';
import {
  startProviderCheck,
  type ProviderCheckServices,
} from '#src/features/agency/performers/server/provider-checks/start-session.ts';
import { performerDocuments } from '#src/features/agency/performers/server/verification.table.ts';
import { findOpenCheck } from '#src/features/agency/performers/server/verification.ts';
import type { VerificationState } from '#src/features/agency/performers/verification.schema.ts';
import type { VerificationProviderName } from '#src/features/agency/verification-providers/verification-providers.schema.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { OpenRelease } from '../releases.schema.ts';

export type OwnIdentity = Pick<
  OpenRelease,
  'verification' | 'word' | 'documents' | 'provider' | 'session'
>;
type Person = { performerId: string; verification: VerificationState };

/** How an invited person proves who they are, and what they have done for it. */
export async function readIdentity(
  tx: Db,
  { performerId, verification }: Person,
  connected: VerificationProviderName | null,
): Promise<OwnIdentity> {
  const check = await findOpenCheck(tx, performerId);
  const nothing = { verification, word: null, documents: [], provider: null, session: null };
  if (check?.method === 'manual') {
    const documents = await listDocuments(tx, performerId, check.startedAt);
    return { ...nothing, word: check.word, documents };
  }
  if (!check) return { ...nothing, provider: verification === 'verified' ? null : connected };
  const [session] = await tx
    .select()
    .from(verificationSessions)
    .where(eq(verificationSessions.verificationId, check.id));
  const { provider, reference, status } = session!;
  return { ...nothing, provider, session: reference === null ? null : status };
}

async function listDocuments(tx: Db, performerId: string, since: Date) {
  const found = await tx
    .select({ kind: performerDocuments.kind })
    .from(performerDocuments)
    .where(
      and(
        eq(performerDocuments.performerId, performerId),
        gte(performerDocuments.createdAt, since),
      ),
    );
  return [...new Set(found.map(({ kind }) => kind))];
}

/**
 * The private address where an invited person is checked; the same as long as the check is open.
 * @throws DomainError 'not-allowed-in-state' if people of the team make the check, or 'provider-unavailable'
 */
export async function startOwnCheck(
  services: ProviderCheckServices,
  person: Person,
): Promise<string> {
  const { db, verificationProvider } = services;
  const { provider } = await db.transaction((tx) =>
    readIdentity(tx, person, verificationProvider?.name ?? null),
  );
  if (!provider) {
    throw new DomainError('not-allowed-in-state', 'Open your link again: this step is done');
  }
  return startProviderCheck(services, null, person.performerId);
}
