import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Seed } from '#src/demo/seed-context.ts';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import {
  removedWorkPeople,
  removedWorks,
} from '#src/features/trust/record-index/server/removed-works.table.ts';

const WORKS = [
  { influencer: 0, title: 'A rehearsal that nobody liked', published: 210, removed: 140 },
  { influencer: 1, title: 'Amber, first version', published: 95, removed: 94 },
];

/** Posts that were published once and deleted since, with the people in them. */
export async function seedRemovedWorks({ db, influencers, daysAgo }: Seed): Promise<void> {
  for (const { influencer, title, ...days } of WORKS) {
    const [id, influencerId] = [randomUUID(), influencers[influencer]!.id];
    const path = `/subscriptions/${influencerId}?post=${id}`;
    const [publishedAt, removedAt] = [daysAgo(days.published), daysAgo(days.removed)];
    await db.insert(removedWorks).values({ id, influencerId, title, path, publishedAt, removedAt });
    const people = await db
      .select({ performerId: performers.id })
      .from(performers)
      .where(eq(performers.influencerId, influencerId));
    if (people.length === 0) continue;
    await db.insert(removedWorkPeople).values(people.map((person) => ({ workId: id, ...person })));
  }
}
