import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { CATEGORIES, type Category } from '#src/lib/categories.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import {
  OPTIONS_LIMIT,
  type InfluencerOption,
  type optionQuerySchema,
} from '../influencer-options.schema.ts';
import { matchesInfluencerSearch } from './influencer-search.ts';

/** The first influencers by name that match the search, or the one with the given id. */
export async function listInfluencerOptions(
  pool: Pool,
  actor: Actor,
  { search, id }: z.output<typeof optionQuerySchema>,
): Promise<InfluencerOption[]> {
  const condition = id ? sql`${profiles.id} = ${id}` : matchesInfluencerSearch(search);
  return selectRows(
    pool,
    {
      id: profiles.id,
      fullName: profiles.fullName,
      email: profiles.email,
      category: sql<Category | null>`case when ${profiles.contentCategory} = any(${sql.param(CATEGORIES)}::text[])
        then ${profiles.contentCategory} end`,
    },
    (columns) => sql`
      select ${columns} from ${profiles}
      join ${userRoles} on ${userRoles.userId} = ${profiles.id} and ${userRoles.role} = 'influencer'
      where ${condition ?? sql`true`} and ${inScope(actor, profiles.id) ?? sql`true`}
      order by lower(${profiles.fullName}), ${profiles.id} limit ${sql.raw(String(OPTIONS_LIMIT))}`,
  );
}
