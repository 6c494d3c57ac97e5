import { eq, sql } from 'drizzle-orm';
import { canConvert } from '#src/features/agency/applications/applications.rules.ts';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { personNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import {
  withFirstPassword,
  type FirstUser,
  type Inviting,
} from '#src/features/backoffice/users/server/invite-user.ts';
import { createUser } from '#src/features/identity/accounts/server/accounts.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { staffInfluencers } from '#src/features/identity/accounts/server/staff-influencers.table.ts';
import { requireAllowedText } from '#src/features/identity/banned-terms/server/allowed-text.ts';
import { DomainError, type ProblemCode } from '#src/lib/problem.ts';
import { violatesUnique, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { listUnmappedAnswers } from '../conversion.rules.ts';
import type { NewInfluencer } from '../influencer-records.schema.ts';

type Created = FirstUser & { publicUrl: string };

/**
 * Creates a draft of an influencer, optionally from an accepted application, in one transaction. The
 * influencer can sign in at once and has to choose their own password first, or is invited to do so.
 * @throws DomainError 'email-taken', 'not-found', or 'not-allowed-in-state' of the application
 */
export async function createInfluencer(
  services: Inviting,
  actor: Actor,
  { applicationId, email, password, fullName, ...profile }: NewInfluencer,
): Promise<Created> {
  const create = async (tx: Db): Promise<Created> => {
    await requireAllowedText(tx, { fullName, bio: profile.bio });
    const application = applicationId && (await lockConvertibleApplication(tx, applicationId));
    const publicUrl = await chooseSlug(tx, profile.publicUrl);
    const { id, invitationLink } = await withFirstPassword(
      { ...services, db: tx, invitedBy: actor.userId },
      password,
      (first) =>
        createUser(
          tx,
          { email, fullName, role: 'influencer', ...first },
          { ...profile, publicUrl, isDraft: true, ownedBy: actor.userId },
          { profile: 'Profile creation failed', role: 'Role assignment failed' },
        ),
    );
    if (application) await convert(tx, actor, application, id);
    if (actor.isLimited) {
      await tx.insert(staffInfluencers).values({ staffId: actor.userId, influencerId: id });
    }
    return { id, invitationLink, publicUrl };
  };
  try {
    return await services.db.transaction(create);
  } catch (error) {
    throw taken(error) ?? error;
  }
}

type StoredApplication = typeof influencerApplications.$inferSelect;

async function lockConvertibleApplication(tx: Db, id: string): Promise<StoredApplication> {
  const [application] = await tx
    .select()
    .from(influencerApplications)
    .where(eq(influencerApplications.id, id))
    .for('no key update');
  if (!application) throw new DomainError('not-found', 'Application not found');
  const { status, influencerId } = application;
  if (canConvert({ status, isConverted: influencerId !== null })) return application;
  throw new DomainError(
    'not-allowed-in-state',
    influencerId
      ? 'This application has already been converted into an influencer'
      : 'Only an accepted application can be converted',
  );
}

async function convert(
  tx: Db,
  actor: Actor,
  application: StoredApplication,
  influencerId: string,
): Promise<void> {
  await tx
    .update(influencerApplications)
    .set({ influencerId })
    .where(eq(influencerApplications.id, application.id));
  const lines = listUnmappedAnswers(application).map(([label, text]) => `${label}: ${text}`);
  const note = ['From the application', ...lines].join('\n');
  await tx.insert(personNotes).values({ personId: influencerId, createdBy: actor.userId, note });
}

/** The requested slug, with the time as a suffix when it exists already. */
async function chooseSlug(tx: Db, requested: string): Promise<string> {
  // A second request for the same slug waits here until the first has committed.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('public-url'), hashtext(${requested}))`,
  );
  const isTaken = async (slug: string) => {
    const found = await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.publicUrl, slug));
    return found.length > 0;
  };
  let slug = requested;
  for (let time = Date.now(); await isTaken(slug); time++) slug = `${requested}-${time}`;
  return slug;
}

function taken(error: unknown): DomainError | null {
  const refusal = (code: ProblemCode, path: keyof NewInfluencer, message: string) =>
    new DomainError(code, message, [{ path, message }]);
  if (!(error instanceof DomainError)) return null;
  if (error.code === 'email-taken') {
    return refusal('email-taken', 'email', 'An account with this email already exists.');
  }
  // The edit screen assigned it at the same time.
  if (violatesUnique(error.cause, profiles.publicUrl)) {
    return refusal('conflict', 'publicUrl', 'This public URL has just been taken. Try again.');
  }
  return null;
}
