import { desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { DomainError } from '#src/lib/problem.ts';
import { CAPTION_PREVIEW_LENGTH } from '#src/lib/text.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import { jsonObject, orNull } from '#src/platform/database/statement.ts';
import type { Consent, ownConsentsSchema, ownWithdrawalSchema } from '../consents.schema.ts';
import { findPerformerOfLink } from './consent-links.ts';
import { consents } from './consents.table.ts';
import { countPublished, withdraw, type WithdrawalServices } from './withdraw-consent.ts';

type Dependencies = { db: Db; config: Pick<Config, 'secrets'> };

/** What a consent is for, in the columns that its text needs. */
export const COVERAGE = {
  kind: consents.kind,
  scopes: consents.scopes,
  post: sql<Consent['post']>`case when ${contentPosts.id} is not null then ${jsonObject({
    id: contentPosts.id,
    caption: sql<string>`left(${contentPosts.caption}, ${sql.raw(String(CAPTION_PREVIEW_LENGTH))})`,
  })} end`,
  influencer: sql<Consent['influencer']>`case when ${profiles.id} is not null then ${jsonObject({
    id: profiles.id,
    fullName: nameOrUnknown(profiles.fullName),
  })} end`,
  startsOn: consents.startsOn,
  endsOn: consents.endsOn,
  givenOn: consents.givenOn,
  withdrawnAt: orNull(consents.withdrawnAt),
};

const unknownLink = () =>
  new DomainError('not-found', 'This link is incomplete, or was replaced by a newer one.');

async function requirePerformer(dependencies: Dependencies, token: string): Promise<string> {
  const performerId = await findPerformerOfLink(dependencies, token);
  if (!performerId) throw unknownLink();
  return performerId;
}

/** The consents of the person of a private link. Read-only: mail scanners open links. @throws 'not-found' */
export async function getOwnConsents(
  dependencies: Dependencies,
  token: string,
): Promise<z.input<typeof ownConsentsSchema>> {
  const { db } = dependencies;
  const performerId = await requirePerformer(dependencies, token);
  const [performer] = await db
    .select({ fullName: performers.fullName })
    .from(performers)
    .where(eq(performers.id, performerId));
  const found = await db
    .select({ id: consents.id, ...COVERAGE })
    .from(consents)
    .leftJoin(contentPosts, eq(contentPosts.id, consents.postId))
    .leftJoin(profiles, eq(profiles.id, consents.influencerId))
    .where(eq(consents.performerId, performerId))
    .orderBy(desc(consents.createdAt), consents.id);
  const publishedCount = await countPublished(db, performerId);
  return { fullName: performer!.fullName, publishedCount, consents: found };
}

/**
 * Withdraws a consent of the person of a private link; repeating it changes nothing.
 * @throws DomainError 'not-found'
 */
export async function withdrawOwnConsent(
  dependencies: Dependencies & WithdrawalServices,
  { token, consentId, reason }: z.output<typeof ownWithdrawalSchema>,
): Promise<z.input<typeof ownConsentsSchema>> {
  const performerId = await requirePerformer(dependencies, token);
  await dependencies.db.transaction(async (tx) => {
    await tx
      .select({ id: performers.id })
      .from(performers)
      .where(eq(performers.id, performerId))
      .for('update');
    await withdraw(tx, dependencies, { performerId, consentId, by: null, reason: reason || null });
  });
  return getOwnConsents(dependencies, token);
}
