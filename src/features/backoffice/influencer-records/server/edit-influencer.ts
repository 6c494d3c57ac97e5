import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { requestEmailChange } from '#src/features/backoffice/users/server/change-email.ts';
import { lockUser } from '#src/features/backoffice/users/server/lock-user.ts';
import type { AccountMails } from '#src/features/identity/accounts/server/account-mails.ts';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { changeProfile } from '#src/features/identity/accounts/server/change-profile.ts';
import { emailConfirmations } from '#src/features/identity/accounts/server/email-confirmations.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { requireAllowedText } from '#src/features/identity/banned-terms/server/allowed-text.ts';
import { isPendingChange } from '#src/features/identity/email-addresses/server/own-email.ts';
import { DomainError, type ProblemCode } from '#src/lib/problem.ts';
import { violatesUnique, type Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  EDIT_FIELDS,
  type EditField,
  type InfluencerChange,
  type influencerRecordSchema,
} from '../edit-influencer.schema.ts';

type Record = z.input<typeof influencerRecordSchema>;

const fields = Object.fromEntries(EDIT_FIELDS.map((field) => [field, profiles[field]])) as {
  [F in EditField]: (typeof profiles)[F];
};

/** @throws DomainError 'not-found' */
export async function getInfluencerRecord(db: Db, actor: Actor, id: string): Promise<Record> {
  const [record] = await db
    .select({
      ...fields,
      id: profiles.id,
      isDraft: profiles.isDraft,
      invitedAt: users.invitedAt,
      version: profiles.version,
      pendingEmail: emailConfirmations.email,
      isSuspended: sql<boolean>`coalesce(${isSuspendedNow}, false)`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .innerJoin(userRoles, eq(userRoles.userId, profiles.id))
    .leftJoin(emailConfirmations, isPendingChange)
    .where(and(eq(profiles.id, id), eq(userRoles.role, 'influencer'), inScope(actor, profiles.id)));
  if (!record) throw new DomainError('not-found', 'Influencer not found');
  return record;
}

/**
 * Changes the given fields of an influencer; a new email address applies once it is confirmed.
 * @throws DomainError 'conflict' when the version is outdated, 'not-found', or the error for an
 * email address or public URL that is taken
 */
export async function updateInfluencer(
  { db, ...mails }: { db: Db } & AccountMails,
  actor: Actor,
  { id, version, email, ...change }: InfluencerChange & { id: string },
): Promise<Record> {
  try {
    return await db.transaction(async (tx) => {
      const user = await lockUser(tx, actor, id, 'change');
      if (user.role !== 'influencer') throw new DomainError('not-found', 'Influencer not found');
      await requireAllowedText(tx, textsOf(change));
      await requestEmailChange(tx, mails, { actor, user, email: email ?? user.email });
      await changeProfile(tx, { id, version }, change, 'The influencer');
      const { fullName: name } = change;
      if (name !== undefined) await tx.update(users).set({ name }).where(eq(users.id, id));
      return getInfluencerRecord(tx, actor, id);
    });
  } catch (error) {
    throw taken(error) ?? error;
  }
}

/** The texts of an influencer that fans read. */
function textsOf(change: Partial<Omit<InfluencerChange, 'id' | 'version' | 'email'>>) {
  const { fullName, bio, pageHeroTitle, pageHeroSubtitle } = change;
  const { pageAboutTitle, pageAboutContent, pageWhySignupTitle, pageWhySignupContent } = change;
  return {
    fullName,
    bio,
    pageHeroTitle,
    pageHeroSubtitle,
    pageAboutTitle,
    pageAboutContent,
    pageWhySignupTitle,
    pageWhySignupContent,
  };
}

function taken(error: unknown): DomainError | null {
  const refusal = (code: ProblemCode, path: EditField, message: string) =>
    new DomainError(code, message, [{ path, message }]);
  if (error instanceof DomainError && error.code === 'email-taken') {
    return refusal('email-taken', 'email', 'Another account has this email address');
  }
  if (violatesUnique(error, profiles.publicUrl)) {
    return refusal('invalid-input', 'publicUrl', 'Another influencer has this public URL');
  }
  return null;
}
