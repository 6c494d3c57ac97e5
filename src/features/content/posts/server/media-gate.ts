import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Pool } from 'pg';
import { isFileOfScope } from '#src/features/content/media/server/file-scope.ts';
import type { MediaPass } from '#src/features/content/media/server/media-pass.ts';
import { DomainError } from '#src/lib/problem.ts';
import { isUuid } from '#src/lib/uuid.ts';
import type { Config } from '#src/platform/config/config.ts';
import { prepareStatement } from '#src/platform/database/statement.ts';
import { admit, type Actor, type RequestEnv } from '#src/platform/http/operation.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import { sendBytes } from './media-bytes.ts';
import { mediaFile, playlistWithPass, type MediaRow } from './media-files.ts';
import {
  mayView,
  viewerId,
  viewerRole,
  viewerValues,
  whenViewable,
  type Viewable,
} from './viewing.ts';

type Dependencies = { pool: Pool; storage: Storage; mediaPass: MediaPass; config: Config };

// Players read streams with scripts, which may not follow to another origin.
const WHOLE_FILMS = new Set(['video.mp4', 'original']);

const COLUMNS = sql`m.media_type, m.s3_key, m.mime_type, m.variant_widths, m.renditions`;

/**
 * The right to view a file, asked at every read: the back office sees all, an influencer what they
 * handed in and what is or will be published of theirs, a subscriber what is.
 */
const prepareFindMedia = (pool: Pool) =>
  prepareStatement<MediaRow>(
    pool,
    sql`
      select coalesce(${mayView(sql`p.influencer_id`)}, false) and case ${viewerRole}
          when 'subscriber' then p.published_at is not null
          when 'influencer' then p.publish_at is not null
          else true
        end or (${viewerRole} = 'influencer' and m.created_by = ${viewerId}) as viewable, ${COLUMNS}
      from content_media m left join content_posts p on p.id = m.post_id
      where m.id = ${sql.placeholder('mediaId')}::uuid`,
    'media_gate',
  );

/** The same for staff who are held to certain influencers. */
const prepareFindMediaOfScope = (pool: Pool) =>
  prepareStatement<MediaRow>(
    pool,
    sql`
      select ${isFileOfScope(viewerId, sql`m.owner_id`)} as viewable, ${COLUMNS}
      from content_media m where m.id = ${sql.placeholder('mediaId')}::uuid`,
    'media_gate_scope',
  );

/**
 * Bytes of posts, for those who may view them: a live session, a pass made for that session, and
 * the right to view, checked at every read. A file that may not be seen answers as one that is not
 * there.
 */
export function mediaGate({ pool, storage, mediaPass, config }: Dependencies) {
  const findMedia = prepareFindMedia(pool);
  const findMediaOfScope = prepareFindMediaOfScope(pool);

  async function getViewable(actor: Actor, mediaId: string): Promise<Viewable<MediaRow>> {
    if (!isUuid(mediaId)) throw new DomainError('not-found');
    const find = actor.isLimited ? findMediaOfScope : findMedia;
    const [row] = await find({ mediaId, ...viewerValues(actor) });
    const media = row && whenViewable(row);
    if (!media) throw new DomainError('not-found');
    return media;
  }

  return new Hono<RequestEnv>().get('/media/:mediaId/:name', async (c) => {
    const actor = (await admit(c, 'signed-in'))!;
    const { mediaId, name } = c.req.param();
    const pass = { e: c.req.query('e'), s: c.req.query('s') };
    const lifetime = mediaPass.check(pass, actor.sessionId);
    if (lifetime === null) throw new DomainError('forbidden');
    const file = mediaFile(await getViewable(actor, mediaId), name, actor);
    if (!file) throw new DomainError('not-found');
    const cacheControl = `private, max-age=${lifetime}`;
    if (config.mediaDelivery === 'redirect' && WHOLE_FILMS.has(name) && file.kind === 'film') {
      const { key, type: contentType } = file;
      const address = await storage.presign(key, { seconds: lifetime, contentType });
      if (address) return c.body(null, 302, { location: address, 'cache-control': 'no-store' });
    }
    if (file.kind === 'playlist') {
      const playlist = await storage.getBytes(file.key);
      if (!playlist) throw new DomainError('not-found');
      return c.body(playlistWithPass(playlist.toString(), `e=${pass.e}&s=${pass.s}`), 200, {
        'content-type': file.type,
        'cache-control': cacheControl,
      });
    }

    // A file never changes under its id.
    return sendBytes(c, storage, file, {
      etag: `"${mediaId}-${name}"`,
      'cache-control': cacheControl,
    });
  });
}
