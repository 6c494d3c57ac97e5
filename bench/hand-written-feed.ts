// The baseline: a server written only for these addresses.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import pg from 'pg';

const secret = process.env.SECRET!;
const sessionKey = Buffer.from(hkdfSync('sha256', secret, '', 'velvet-rope session token v2', 32));
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: 20 });

const viewer = `
  select s.id as session_id, u.id from sessions s
  join users u on u.id = s.user_id
  join user_roles r on r.user_id = u.id and r.role = 'subscriber'
  where s.token = $1 and s.expires_at > now()
    and not (u.banned and (u.ban_expires is null or u.ban_expires > now()))`;

const grantsViewing = `s.status = 'active' and case when s.cancel_at is not null then s.cancel_at > now()
  else s.current_period_end > now() - interval '3 days' end`;

const feed = {
  name: 'feed',
  text: `
    with viewer as materialized (${viewer}),
    page as (
      select c.* from viewer v
      join user_subscriptions s on s.subscriber_id = v.id
        and ${grantsViewing}
      cross join lateral (
        select p.id, p.published_at from content_posts p where p.influencer_id = s.influencer_id and p.published_at is not null
        order by p.published_at desc, p.id desc limit 51
      ) c
      order by c.published_at desc, c.id desc limit 51
    )
    select v.session_id,
      (select string_agg(post.text, ',' order by page.published_at desc, page.id desc)
        from (select * from page order by published_at desc, id desc limit 50) page,
        lateral (
          select to_json(shown)::text as text from (
            select p.id, p.caption, p.category, nullif(p.ai_use, 'none') as "aiLabel",
              to_char(p.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "publishedAt",
              json_build_object('id', i.id, 'fullName', i.full_name, 'publicUrl', i.public_url)
                as influencer,
              false as locked,
              (select json_agg(json_build_object(
                  'mediaType', m.media_type, 'width', m.width, 'height', m.height,
                  'durationSeconds', m.duration_seconds, 'teaser', m.teaser,
                  'source', json_build_object('id', m.id, 'widths', m.variant_widths)
                ) order by m.display_order) from content_media m where m.post_id = p.id) as media,
              exists (select 1 from post_notifications n where n.post_id = p.id
                and n.subscriber_id = v.id and n.read_at is null) as unread
            from content_posts p join profiles i on i.id = p.influencer_id where p.id = page.id
          ) shown
        ) post) as posts,
      (select json_build_array(
          to_char(published_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), id) from page
        where (select count(*) from page) > 50
        order by published_at desc, id desc offset 49 limit 1) as cursor
    from viewer v`,
};
const unread = {
  name: 'unread',
  text: `with viewer as materialized (${viewer})
    select (select count(*)::int from post_notifications n
      join content_posts p on p.id = n.post_id and p.published_at is not null
      join user_subscriptions s on s.subscriber_id = v.id and s.influencer_id = p.influencer_id
        and ${grantsViewing}
      where n.subscriber_id = v.id and n.read_at is null) as count
    from viewer v`,
};

// Without a payment provider nothing is available.
const profile = {
  name: 'profile',
  text: `
    with viewer as materialized (${viewer}),
    page as (
      select p.*, plan.id as plan_id, plan.price_monthly_cents from profiles p
      join users u on u.id = p.id
        and not (u.banned and (u.ban_expires is null or u.ban_expires > now()))
      join user_roles r on r.user_id = p.id and r.role = 'influencer'
      left join subscription_plans plan on plan.influencer_id = p.id and plan.is_active
      where p.public_url = $2 and p.is_active and not p.is_draft
    ),
    posts as (
      select c.id, c.published_at from content_posts c
      where c.influencer_id = (select id from page) and c.published_at is not null
    ),
    files as (select m.* from content_media m join posts on posts.id = m.post_id)
    select json_build_object('influencer', json_build_object(
      'id', p.id, 'fullName', p.full_name, 'publicUrl', p.public_url,
      'contentCategory', p.content_category, 'bio', p.bio, 'image', p.avatar_url,
      'planId', p.plan_id, 'priceCents', p.price_monthly_cents,
      'subscribeState', coalesce(
        (select case when ${grantsViewing} then 'subscribed'
            when s.status = 'active' then 'overdue' else s.status end
          from user_subscriptions s
          where s.subscriber_id = (select id from viewer) and s.influencer_id = p.id
            and s.status <> 'cancelled' and (s.cancel_at is null or s.cancel_at > now())),
        'unavailable'),
      'themeColor', p.page_theme_color,
      'hero', json_build_object('title', p.page_hero_title, 'subtitle', p.page_hero_subtitle,
        'image', p.page_hero_image, 'alignment', p.page_hero_alignment),
      'about', json_build_object('title', p.page_about_title, 'content', p.page_about_content,
        'images', p.page_about_images),
      'sneakPeekImages', p.page_sneak_peek_images,
      'whySignup', json_build_object('title', p.page_why_signup_title,
        'content', p.page_why_signup_content, 'images', p.page_why_signup_images),
      'readyBackground', p.page_ready_section_background,
      'socials', '[]'::json,
      'postCount', (select count(*) from posts),
      'photoCount', (select count(distinct s3_key) from files where media_type = 'image'),
      'videoMinutes', (select coalesce(ceil(sum(seconds) / 60), 0)::int from (
        select max(duration_seconds) as seconds from files where media_type = 'video'
        group by s3_key) videos),
      'lastPostAt', (select to_char(max(published_at) at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from posts)
    ))::text as json from page p`,
};
const PROFILE = '/api/marketplace/';

function sessionToken(cookie = ''): string | null {
  const [, signed] = /(?:^|; )velvet\.session_token=([^;]+)/.exec(cookie) ?? [];
  const [token, signature] = decodeURIComponent(signed ?? '').split('.');
  if (!token || !signature) return null;
  const expected = createHmac('sha256', sessionKey).update(token).digest();
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

function mediaToken(sessionId: string): string {
  const expires = (Math.floor(Date.now() / 1_800_000) + 2) * 1_800;
  const signature = createHmac('sha256', secret)
    .update(`${expires}.${sessionId}`)
    .digest('base64url');
  return `e=${expires}&s=${signature}`;
}

type FeedRow = {
  session_id: string;
  posts: string | null;
  cursor: [at: string, id: string] | null;
};

async function answer(request: http.IncomingMessage): Promise<string | null> {
  const token = sessionToken(request.headers.cookie);
  if (request.url!.startsWith(PROFILE)) {
    const values = [token, request.url!.slice(PROFILE.length)];
    return (await pool.query<{ json: string }>({ ...profile, values })).rows[0]?.json ?? null;
  }
  if (!token) return null;
  if (request.url === '/api/notifications/unread') {
    const { rows } = await pool.query<{ count: number }>({ ...unread, values: [token] });
    return rows[0] ? `{"count":${rows[0].count}}` : null;
  }
  const { rows } = await pool.query<FeedRow>({ ...feed, values: [token] });
  if (!rows[0]) return null;
  const { session_id: sessionId, posts, cursor } = rows[0];
  const nextCursor =
    cursor === null ? 'null' : `"${Buffer.from(JSON.stringify(cursor)).toString('base64url')}"`;
  return `{"posts":[${posts ?? ''}],"mediaToken":"${mediaToken(sessionId)}","nextCursor":${nextCursor}}`;
}

const server = http.createServer((request, response) => {
  answer(request).then(
    (json) => {
      const body = Buffer.from(json ?? '{}');
      response
        .writeHead(json ? 200 : 401, {
          'content-type': 'application/json',
          'content-length': body.length,
          'cache-control': 'no-store',
        })
        .end(body);
    },
    () => response.writeHead(500).end(),
  );
});
server.listen(0, '127.0.0.1', () =>
  process.send!({ port: (server.address() as { port: number }).port }),
);
process.once('disconnect', () => process.exit(0));
