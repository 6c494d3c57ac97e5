import { and, eq, isNull } from 'drizzle-orm';
import type { VerificationProvider } from '#src/features/agency/verification-providers/server/verification-provider.ts';
import { PROVIDER_LABELS } from '#src/features/agency/verification-providers/verification-providers.schema.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { openOf, sealFor } from '#src/platform/database/sealed-column.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { lockPerformer } from '../performers.ts';
import { SESSION_ADDRESSES, verificationSessions } from '../provider-checks.table.ts';
import { performerVerifications } from '../verification.table.ts';
import { endCheck, findOpenCheck } from '../verification.ts';

type Scoped = Pick<Actor, 'userId' | 'isLimited'>;
export type ProviderCheckServices = {
  db: Db;
  config: Pick<Config, 'secrets' | 'publicUrl'>;
  verificationProvider: VerificationProvider | null;
};

const refuse = (message: string) => new DomainError('not-allowed-in-state', message);

/**
 * Starts a check by the provider, or finds the one in progress; without an actor for the performer
 * themselves. A call that failed can be repeated. @returns the private address for the person
 * @throws DomainError 'not-found', 'not-allowed-in-state', 'not-supported' or 'provider-unavailable'
 */
export async function startProviderCheck(
  { db, config, verificationProvider: provider }: ProviderCheckServices,
  actor: Scoped | null,
  performerId: string,
): Promise<string> {
  if (!provider) throw new DomainError('not-supported', 'No verification provider is connected');
  const { session, expected } = await db.transaction((tx) =>
    openSession(tx, provider.name, actor, performerId),
  );
  const { secrets, publicUrl } = config;
  const { id } = session;
  if (session.sealedUrl) return openOf(secrets, SESSION_ADDRESSES, id, session.sealedUrl);
  const order = { sessionId: id, returnUrl: `${publicUrl}/verified`, expected };
  const { reference, url } = await provider.createSession(order);
  const sealedUrl = sealFor(secrets, SESSION_ADDRESSES, id, url);
  const stored = await db
    .update(verificationSessions)
    .set({ reference, sealedUrl })
    .where(and(eq(verificationSessions.id, id), isNull(verificationSessions.reference)))
    .returning({ id: verificationSessions.id });
  if (stored.length > 0) return url;
  // Another request has created one at the same time.
  const [other] = await db
    .select({ sealedUrl: verificationSessions.sealedUrl })
    .from(verificationSessions)
    .where(eq(verificationSessions.id, id));
  if (!other?.sealedUrl) throw refuse('This check is over');
  return openOf(secrets, SESSION_ADDRESSES, id, other.sealedUrl);
}

async function openSession(
  tx: Db,
  provider: VerificationProvider['name'],
  actor: Scoped | null,
  performerId: string,
) {
  const performer = await lockPerformer(tx, actor, performerId);
  if (performer.archivedAt) throw refuse('The record of this person is archived');
  if (performer.underageFoundAt) {
    throw refuse(
      'A check found that this person is under 18. An admin has to lift the hold first.',
    );
  }
  const expected = {
    givenNames: performer.legalGivenNames,
    surname: performer.legalSurname,
    dateOfBirth: performer.dateOfBirth,
  };
  const open = await findOpenCheck(tx, performerId);
  if (open?.status === 'checked') throw refuse('Decide about the check in progress first');
  if (open?.method === 'provider') {
    const [session] = await tx
      .select()
      .from(verificationSessions)
      .where(eq(verificationSessions.verificationId, open.id));
    if (session!.provider === provider) return { session: session!, expected };
    throw refuse(`End the check by ${PROVIDER_LABELS[session!.provider]} first`);
  }
  if (open) await endCheck(tx, open.id, actor);
  const [check] = await tx
    .insert(performerVerifications)
    .values({ performerId, method: 'provider', word: '' })
    .returning({ id: performerVerifications.id });
  const [session] = await tx
    .insert(verificationSessions)
    .values({ verificationId: check!.id, provider })
    .returning();
  return { session: session!, expected };
}
