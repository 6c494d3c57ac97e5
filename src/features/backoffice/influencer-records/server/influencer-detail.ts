import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  imageColumns,
  influencerImage,
} from '#src/features/identity/accounts/server/public-influencer.ts';
import { colleagueOf } from '#src/features/identity/colleagues/server/colleagues.ts';
import { influencerFigures } from '#src/features/storefront/marketplace/server/influencer-figures.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { influencerDetailSchema } from '../influencer-records.schema.ts';
import { getInfluencerRecord } from './edit-influencer.ts';

type Dependencies = { db: Db; pool: Pool };
type InfluencerDetail = z.input<typeof influencerDetailSchema>;

/** @throws DomainError 'not-found', also outside the actor's limit */
export async function getInfluencer(
  { db, pool }: Dependencies,
  actor: Actor,
  id: string,
): Promise<InfluencerDetail> {
  const record = await getInfluencerRecord(db, actor, id);
  const [facts] = await selectRows(
    pool,
    {
      ...influencerFigures,
      ...imageColumns,
      createdAt: profiles.createdAt,
      owner: colleagueOf(profiles.ownedBy),
    },
    (columns) => sql`select ${columns} from ${profiles} where ${profiles.id} = ${id}`,
  );
  if (!facts) throw new DomainError('not-found', 'Influencer not found');
  const { aboutImages, photoKey, photoUrl, avatarUrl, ...rest } = facts;
  return {
    ...record,
    ...rest,
    image: influencerImage({ aboutImages, photoKey, photoUrl, avatarUrl }),
  };
}
