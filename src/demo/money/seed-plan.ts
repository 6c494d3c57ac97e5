import { randomUUID } from 'node:crypto';
import type { StoredMedia } from '#src/demo/media/demo-files.ts';
import type { PaletteName } from '#src/demo/media/media-palettes.ts';
import { DEMO_INFLUENCERS } from '#src/demo/people.ts';
import { CAPTIONS } from '#src/demo/sample-texts.ts';
import type { Seed } from '#src/demo/seed-context.ts';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { dayOf, timesOf } from '#src/features/content/planning/planning.rules.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { addDays } from '#src/lib/dates.ts';

const TIME_ZONE = 'Europe/Berlin';
const TIMES = ['18:00', '20:30', '12:00', '21:15'];
/** One influencer of so many has nothing scheduled. */
const UNPLANNED = 4;

/** Inserts the next weeks of most influencers: scheduled posts, then drafts with a planned time. */
export async function seedPlan(
  { db, influencers, staffId, now }: Seed,
  media: Map<PaletteName, StoredMedia[]>,
): Promise<void> {
  const posts: (typeof contentPosts.$inferInsert)[] = [];
  const files: (typeof contentMedia.$inferInsert)[] = [];
  for (const [index, { id: influencerId }] of influencers.entries()) {
    if (index % UNPLANNED === UNPLANNED - 1) continue;
    const { category, palette } = DEMO_INFLUENCERS[index]!;
    const stock = media.get(palette) ?? [];
    const rhythm = {
      firstDay: addDays(dayOf(now, TIME_ZONE), 1 + (index % 5)),
      time: TIMES[index % TIMES.length]!,
      everyDays: 2 + (index % 4),
      timeZone: TIME_ZONE,
    };
    for (const [number, at] of timesOf(rhythm, 4 + (index % 3)).entries()) {
      const id = randomUUID();
      const isScheduled = number < 3;
      posts.push({
        id,
        influencerId,
        caption: isScheduled ? CAPTIONS[(index * 3 + number) % CAPTIONS.length]! : '',
        category,
        aiUse: isScheduled ? (number === 2 ? 'altered' : 'none') : null,
        createdBy: staffId,
        timeZone: TIME_ZONE,
        ...(isScheduled ? { publishAt: at } : { plannedAt: at }),
      });
      const file = stock[(index + number) % stock.length];
      if (file) files.push({ ...file, postId: id, displayOrder: 0, createdBy: staffId });
    }
  }
  await db.insert(contentPosts).values(posts);
  if (files.length > 0) await db.insert(contentMedia).values(files);
}
