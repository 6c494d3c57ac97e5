import { randomUUID } from 'node:crypto';
import type { Seed } from '#src/demo/seed-context.ts';
import {
  verificationSessions,
  SESSION_ADDRESSES,
} from '#src/features/agency/performers/server/provider-checks.table.ts';
import { performerVerifications } from '#src/features/agency/performers/server/verification.table.ts';
import { createSandboxVerification } from '#src/features/agency/verification-providers/server/sandbox/sandbox-provider.ts';
import { formatUtcDay } from '#src/lib/dates.ts';
import type { Config } from '#src/platform/config/config.ts';
import { sealFor } from '#src/platform/database/sealed-column.ts';

/** How a check by the sandbox stands. */
export type ProviderState = 'waiting' | 'submitted' | 'differs' | 'approved' | 'declined' | 'ended';

type Checked = {
  id: string;
  legalGivenNames: string;
  legalSurname: string;
  dateOfBirth: string;
  providerState: ProviderState;
};

const CHECKS = {
  waiting: { status: 'started', session: 'created' },
  submitted: { status: 'started', session: 'submitted' },
  differs: { status: 'checked', session: 'approved' },
  approved: { status: 'verified', session: 'approved' },
  declined: { status: 'rejected', session: 'declined' },
  ended: { status: 'ended', session: 'expired' },
} as const satisfies Record<ProviderState, { status: string; session: string }>;

/** Gives the performers a check by the sandbox, one in each state. */
export async function seedProviderChecks(
  { db, daysAgo }: Seed,
  config: Pick<Config, 'secrets' | 'publicUrl'>,
  people: Checked[],
): Promise<void> {
  const sandbox = createSandboxVerification(db, config);
  for (const [index, person] of people.entries()) {
    const { id: performerId, legalGivenNames, legalSurname, dateOfBirth, providerState } = person;
    const { status, session } = CHECKS[providerState];
    const startedAt = daysAgo(index / 4 + 0.1);
    const decidedAt = new Date(startedAt.getTime() + 12 * 60_000);
    const isDecided = status === 'verified' || status === 'rejected' || status === 'ended';
    const [check] = await db
      .insert(performerVerifications)
      .values({
        performerId,
        method: 'provider',
        word: '',
        status,
        startedAt,
        expiresOn: session === 'approved' ? formatUtcDay(daysAgo(-900 - index * 41)) : null,
        decidedAt: isDecided ? decidedAt : null,
        reason: status === 'rejected' ? 'Declined by Sandbox: The document is not genuine' : null,
      })
      .returning({ id: performerVerifications.id });
    const id = randomUUID();
    const expected = { givenNames: legalGivenNames, surname: legalSurname, dateOfBirth };
    const order = { sessionId: id, returnUrl: `${config.publicUrl}/verified`, expected };
    const { reference, url } = await sandbox.createSession(order);
    await db.insert(verificationSessions).values({
      id,
      verificationId: check!.id,
      provider: 'sandbox',
      reference,
      status: session,
      createdAt: startedAt,
      ...(status === 'started' && {
        sealedUrl: sealFor(config.secrets, SESSION_ADDRESSES, id, url),
      }),
      ...(session !== 'created' && session !== 'submitted' && { decidedAt }),
      ...(status === 'checked' && {
        differences: ['name' as const],
        readGivenNames: `${legalGivenNames} Anne`,
        readSurname: legalSurname,
        readDateOfBirth: dateOfBirth,
      }),
    });
  }
}
