import { eq } from 'drizzle-orm';
import { DomainError } from '#src/lib/problem.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { OwnResidence } from '../invoices.schema.ts';
import { taxResidences } from './invoices.table.ts';

export type ResidenceDependencies = { db: Db; config: Pick<Config, 'tax'> };

/** Only the table of EU rates needs the country from the fan. */
const isRequired = ({ config }: ResidenceDependencies): boolean => config.tax.rules === 'eu';

/** The country that a fan stated, and whether a checkout needs it. */
export async function getOwnResidence(
  dependencies: ResidenceDependencies,
  { userId }: Actor,
): Promise<OwnResidence> {
  const [stated] = await dependencies.db
    .select({ country: taxResidences.country })
    .from(taxResidences)
    .where(eq(taxResidences.userId, userId));
  return { isRequired: isRequired(dependencies), country: stated?.country ?? null };
}

/**
 * Stores where a fan lives, if they state it, and requires it where the sale needs it. It applies to
 * later invoices. @throws DomainError 'invalid-input'
 */
export async function settleResidence(
  dependencies: ResidenceDependencies,
  actor: Actor,
  country: string | undefined,
): Promise<void> {
  if (country) {
    await dependencies.db
      .insert(taxResidences)
      .values({ userId: actor.userId, country })
      .onConflictDoUpdate({ target: taxResidences.userId, set: { country } });
    return;
  }
  const residence = await getOwnResidence(dependencies, actor);
  if (!residence.isRequired || residence.country) return;
  const message = 'Choose the country where you live';
  throw new DomainError('invalid-input', message, [{ path: 'country', message }]);
}
