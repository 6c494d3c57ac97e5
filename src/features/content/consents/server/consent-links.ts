import { eq } from 'drizzle-orm';
import { lockPerformer } from '#src/features/agency/performers/server/performers.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readSignedId, signToken } from '#src/platform/config/signed-token.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { consentLinks } from './consent-links.table.ts';

const PURPOSE = 'consents of a performer v1';

type Dependencies = { db: Db; config: Pick<Config, 'publicUrl' | 'secrets'> };

/**
 * Creates the private link of a performer, which ends their earlier one. The token is in the fragment,
 * which browsers do not send to servers, and is not stored.
 * @throws DomainError 'not-found'
 */
export function createConsentLink(
  { db, config }: Dependencies,
  actor: Pick<Actor, 'userId' | 'isLimited'>,
  performerId: string,
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockPerformer(tx, actor, performerId);
    await tx.delete(consentLinks).where(eq(consentLinks.performerId, performerId));
    const [link] = await tx
      .insert(consentLinks)
      .values({ performerId, createdBy: actor.userId })
      .returning({ id: consentLinks.id });
    return `${config.publicUrl}/consents#${signToken(config.secrets, PURPOSE, link!.id)}`;
  });
}

/** The performer of a link; null if the token is invalid or the link has ended. */
export async function findPerformerOfLink(
  { db, config }: { db: Db; config: Pick<Config, 'secrets'> },
  token: string,
): Promise<string | null> {
  const id = readSignedId(config.secrets, PURPOSE, token);
  if (!id) return null;
  const [link] = await db
    .select({ performerId: consentLinks.performerId })
    .from(consentLinks)
    .where(eq(consentLinks.id, id));
  return link?.performerId ?? null;
}
