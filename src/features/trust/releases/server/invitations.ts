import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { requireChosenInfluencer } from '#src/features/agency/influencers/server/require-influencer.ts';
import { lockPerformer } from '#src/features/agency/performers/server/performers.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { findCurrentVersion } from '#src/features/trust/agreements/server/agreement-versions.ts';
import { signedAgreements } from '#src/features/trust/agreements/server/agreements.table.ts';
import { agencyNameOf } from '#src/features/trust/agreements/server/shown-text.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { jsonObject, orNull } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import {
  INVITATION_DAYS,
  type Invitation,
  type invitationsSchema,
  type NewInvitation,
} from '../releases.schema.ts';
import { RELEASE_LINK, releaseUrl } from './invitation-links.ts';
import { releaseInvitations } from './release-invitations.table.ts';

type Scoped = Pick<Actor, 'userId' | 'isLimited'>;
type Dependencies = {
  db: Db;
  mail: Pick<Mailer, 'queue'>;
  config: Pick<Config, 'publicUrl' | 'secrets' | 'agency' | 'verification'>;
};

const expiry = sql`now() + make_interval(days => ${sql.raw(String(INVITATION_DAYS))})`;

/** The state of an invitation, by the clock of the database. */
export const invitationState = sql<Invitation['state']>`case
  when ${releaseInvitations.signedAgreementId} is not null then 'signed'
  when ${releaseInvitations.endedAt} is not null then 'ended'
  when ${releaseInvitations.expiresAt} <= now() then 'expired' else 'open' end`;

/** The invitations of a performer, newest first. @throws DomainError 'not-found' */
export function listInvitations(
  db: Db,
  actor: Scoped,
  performerId: string,
): Promise<z.input<typeof invitationsSchema>> {
  return db.transaction(async (tx) => {
    await lockPerformer(tx, actor, performerId);
    const { id, scopes, startsOn, endsOn, email, createdAt, expiresAt } = releaseInvitations;
    const invitations = await tx
      .select({
        id,
        scopes,
        startsOn,
        endsOn,
        email,
        createdAt,
        expiresAt,
        state: invitationState,
        influencer: jsonObject({
          id: profiles.id,
          fullName: nameOrUnknown(profiles.fullName),
        }),
        signedAt: orNull(signedAgreements.signedAt),
      })
      .from(releaseInvitations)
      .innerJoin(profiles, eq(profiles.id, releaseInvitations.influencerId))
      .leftJoin(signedAgreements, eq(signedAgreements.id, releaseInvitations.signedAgreementId))
      .where(eq(releaseInvitations.performerId, performerId))
      .orderBy(desc(createdAt));
    const hasRelease = (await findCurrentVersion(tx, 'model-release')) !== null;
    return { invitations, hasRelease };
  });
}

/**
 * Invites a performer to sign a release; an earlier open invitation for the same influencer ends.
 * Repeating it with the same id invites once. @returns the private link
 * @throws DomainError 'not-found', 'invalid-input', 'conflict', or 'not-allowed-in-state'
 */
export function invitePerformer(
  { db, mail, config }: Dependencies,
  actor: Scoped,
  performerId: string,
  invitation: NewInvitation,
): Promise<string> {
  const { id, influencerId } = invitation;
  return db.transaction(async (tx) => {
    const { archivedAt } = await lockPerformer(tx, actor, performerId);
    if (archivedAt !== null) {
      throw new DomainError('not-allowed-in-state', 'The record of this person is archived');
    }
    await requireChosenInfluencer(tx, actor, 'influencerId', influencerId);
    if ((await findCurrentVersion(tx, 'model-release')) === null) {
      throw new DomainError(
        'not-allowed-in-state',
        'Publish a model release under Agreements first',
      );
    }
    const [stored] = await tx
      .select({ performerId: releaseInvitations.performerId })
      .from(releaseInvitations)
      .where(eq(releaseInvitations.id, id));
    if (stored && stored.performerId !== performerId) {
      throw new DomainError('conflict', 'Another invitation has this id');
    }
    if (stored) return releaseUrl(config, id);
    await endOpen(tx, performerId, eq(releaseInvitations.influencerId, influencerId));
    await tx
      .insert(releaseInvitations)
      .values({ ...invitation, performerId, createdBy: actor.userId, expiresAt: expiry });
    await mailInvitation(tx, { mail, config }, id);
    return releaseUrl(config, id);
  });
}

/** Renews the days of an open or expired invitation, and mails its link again. @returns the link */
export function resendInvitation(
  { db, mail, config }: Dependencies,
  actor: Scoped,
  { performerId, invitationId }: { performerId: string; invitationId: string },
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockPerformer(tx, actor, performerId);
    const renewed = await tx
      .update(releaseInvitations)
      .set({ expiresAt: expiry })
      .where(isOpen(performerId, eq(releaseInvitations.id, invitationId)))
      .returning({ id: releaseInvitations.id });
    if (renewed.length === 0) throw await whyNot(tx, performerId, invitationId);
    await mailInvitation(tx, { mail, config }, invitationId);
    return releaseUrl(config, invitationId);
  });
}

/** Ends an open or expired invitation. @throws DomainError 'not-found' or 'not-allowed-in-state' */
export async function cancelInvitation(
  db: Db,
  actor: Scoped,
  { performerId, invitationId }: { performerId: string; invitationId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPerformer(tx, actor, performerId);
    const ended = await endOpen(tx, performerId, eq(releaseInvitations.id, invitationId));
    if (ended === 0) throw await whyNot(tx, performerId, invitationId);
  });
}

const isOpen = (performerId: string, which: ReturnType<typeof eq>) =>
  and(
    eq(releaseInvitations.performerId, performerId),
    which,
    isNull(releaseInvitations.endedAt),
    isNull(releaseInvitations.signedAgreementId),
  );

async function endOpen(tx: Db, performerId: string, which: ReturnType<typeof eq>): Promise<number> {
  const ended = await tx
    .update(releaseInvitations)
    .set({ endedAt: sql`now()` })
    .where(isOpen(performerId, which))
    .returning({ id: releaseInvitations.id });
  return ended.length;
}

async function whyNot(tx: Db, performerId: string, invitationId: string): Promise<DomainError> {
  const [stored] = await tx
    .select({ id: releaseInvitations.id })
    .from(releaseInvitations)
    .where(
      and(eq(releaseInvitations.id, invitationId), eq(releaseInvitations.performerId, performerId)),
    );
  return stored
    ? new DomainError('not-allowed-in-state', 'This invitation was used or cancelled')
    : new DomainError('not-found', 'Invitation not found');
}

async function mailInvitation(
  tx: Db,
  { mail, config }: Omit<Dependencies, 'db'>,
  id: string,
): Promise<void> {
  const [invitation] = await tx
    .select({
      email: releaseInvitations.email,
      expiresAt: releaseInvitations.expiresAt,
      influencer: profiles.fullName,
    })
    .from(releaseInvitations)
    .innerJoin(profiles, eq(profiles.id, releaseInvitations.influencerId))
    .where(eq(releaseInvitations.id, id));
  const { email, expiresAt, influencer } = invitation!;
  if (email === null) return;
  const heading = 'Please sign your model release';
  await mail.queue(tx, {
    to: email,
    subject: heading,
    heading,
    paragraphs: [
      `${agencyNameOf(config.agency)} asks you to sign a release for posts of ${influencer} that show you. You need no account.`,
      config.verification
        ? 'Have your ID document at hand. It takes about five minutes.'
        : 'Have your ID document, a sheet of paper and a pen at hand. It takes about five minutes.',
    ],
    action: { label: 'Read and Sign', kind: RELEASE_LINK, subject: id },
    footnote: `The link is only for you, and works until ${formatUtcDate(expiresAt)}. Don’t forward it.`,
  });
}
