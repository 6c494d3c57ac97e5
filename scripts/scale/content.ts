import { sql } from 'drizzle-orm';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { postNotifications } from '#src/features/content/posts/server/post-notifications.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import type { Size } from './size.ts';
import { idOf, literal, numbersTo, oneOf, postId, shareOf, userId, type SeedStep } from './step.ts';

const n = sql`n`;
// As long as a real teaser.
const TEASER = sql`'data:image/webp;base64,' || repeat('UklGRmhcAABXRUJQ', 12)`;

/** Posts with files. Popular influencers publish more; one post in fifty is a draft. */
export function contentSteps({ posts, media, influencers }: Size): SeedStep[] {
  const author = sql`1 + floor(${literal(influencers)} * power(${shareOf(sql`n::bigint`)}, 2))::int`;
  const at = sql`now() - (${literal(posts)} - n) * (interval '3 years' / ${literal(posts)})`;
  const published = sql`case when n % 50 > 0 then at end`;
  const further = media - posts;
  return [
    {
      title: 'posts',
      rows: posts,
      statements: [
        sql`insert into ${contentPosts} (id, influencer_id, caption, category, ai_use, created_at,
            publish_at, published_at, last_published_at)
          select ${postId(n)}, ${userId(sql`author`)},
            'A caption of common length, number ' || n || ', with a few words about the evening',
            ${oneOf(CATEGORIES, n)}, 'none', at, ${published}, ${published}, ${published}
          from ${numbersTo(posts)}, lateral (select ${author} as author, ${at} as at) chosen`,
      ],
    },
    {
      title: 'files',
      rows: media,
      statements: [
        sql`insert into ${contentMedia} (id, post_id, owner_id, created_at, media_type, s3_key, file_size,
            mime_type, display_order, width, height, duration_seconds, variant_widths, renditions, teaser, state)
          select ${idOf('eeee', sql`p.n * 2 + place`)}, p.id, p.influencer_id, p.created_at, kind,
            'content/' || p.n || '-' || place, 250000,
            case kind when 'video' then 'video/mp4' else 'image/jpeg' end, place, 1600, 1200,
            case kind when 'video' then 42 end, '{320,640,1280}',
            case kind when 'video' then '{720,480}'::int[] else '{}' end, ${TEASER}, 'ready'
          from (select *, row_number() over (order by id) as n from ${contentPosts}) p,
            generate_series(0, case when p.n <= ${literal(further)} then 1 else 0 end) place,
            lateral (select case when p.n % 10 = 0 then 'video' else 'image' end as kind) kinds`,
      ],
    },
  ];
}

/** The newest posts of everybody whom a fan is subscribed to, two of them unread. */
export function notificationSteps({ notifications, subscriptions }: Size): SeedStep[] {
  // Enough for the subscriptions that have not ended.
  const each = Math.ceil((notifications / subscriptions) * 1.3);
  return [
    {
      title: 'notifications',
      rows: notifications,
      statements: [
        sql`create temporary table scale_newest as
          select influencer_id, id, published_at, place from (
            select influencer_id, id, published_at,
              row_number() over (partition by influencer_id order by published_at desc) as place
            from ${contentPosts} where published_at is not null
          ) placed where place <= ${literal(each)}`,
        sql`analyze scale_newest`,
        sql`insert into ${postNotifications} (id, post_id, subscriber_id, created_at, read_at)
          select ${idOf('abba', sql`row_number() over ()`)}, p.id, s.subscriber_id, p.published_at,
            case when p.place > 2 then now() end
          from ${userSubscriptions} s join scale_newest p on p.influencer_id = s.influencer_id
          where s.status <> 'cancelled' limit ${literal(notifications)}`,
        sql`drop table scale_newest`,
      ],
    },
  ];
}
