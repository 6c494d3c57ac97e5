import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import {
  imageColumns,
  influencerImage,
} from '#src/features/identity/accounts/server/public-influencer.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Db } from '#src/platform/database/db.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { InfluencerDetail } from '../office.schema.ts';
import { getInfluencerRecord } from './edit-influencer.ts';
import type { InfluencerFigures } from './influencer-list.ts';

type Dependencies = { db: Db; pool: Pool; influencerFigures: InfluencerFigures };

/** @throws DomainError 'not-found', also beyond the actor's limit */
export async function getInfluencer(
  { db, pool, influencerFigures }: Dependencies,
  actor: Actor,
  id: string,
): Promise<InfluencerDetail> {
  const record = await getInfluencerRecord(db, actor, id);
  const [facts] = await selectRows(
    pool,
    { ...influencerFigures, ...imageColumns, createdAt: profiles.createdAt },
    (columns) => sql`select ${columns} from ${profiles} where ${profiles.id} = ${id}`,
  );
  if (!facts) throw new DomainError('not-found', 'Influencer not found');
  const { aboutImages, photoKey, photoUrl, avatarUrl, createdAt, ...figures } = facts;
  return {
    ...record,
    ...figures,
    image: influencerImage({ aboutImages, photoKey, photoUrl, avatarUrl }),
    createdAt: createdAt.toISOString(),
  };
}
