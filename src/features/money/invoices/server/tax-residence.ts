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

/** Stores where a fan lives. It applies to later invoices. */
export async function stateResidence(
  { db }: Pick<ResidenceDependencies, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  country: string,
): Promise<void> {
  await db
    .insert(taxResidences)
    .values({ userId, country })
    .onConflictDoUpdate({ target: taxResidences.userId, set: { country } });
}

/** Requires that a fan has stated the country where the sale needs it. @throws DomainError */
export async function requireResidence(
  dependencies: ResidenceDependencies,
  actor: Actor,
): Promise<void> {
  const residence = await getOwnResidence(dependencies, actor);
  if (!residence.isRequired || residence.country) return;
  throw new DomainError('invalid-input', 'Choose the country where you live', [
    { path: 'country', message: 'Choose the country where you live' },
  ]);
}
