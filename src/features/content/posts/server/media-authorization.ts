import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Pool } from 'pg';
import { contentMedia } from '#src/features/content/media/server/content-media.table.ts';
import { isFileOfScope } from '#src/features/content/media/server/file-scope.ts';
import type { MediaTokens } from '#src/features/content/media/server/media-tokens.ts';
import { DomainError } from '#src/lib/problem.ts';
import { isUuid } from '#src/lib/uuid.ts';
import type { Config } from '#src/platform/config/config.ts';
import { prepareSelect } from '#src/platform/database/statement.ts';
import { requireAccess, type Actor, type RequestEnv } from '#src/platform/http/operation.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import {
  mediaFile,
  playlistWithMediaToken,
  type MediaFile,
  type MediaRow,
} from './delivery/media-files.ts';
import type { MediaUse } from './delivery/media-use.ts';
import { sendStoredFile } from './delivery/send-stored-file.ts';
import { contentPosts } from './posts.table.ts';
import {
  mayView,
  viewerId,
  viewerRole,
  viewerValues,
  whenViewable,
  type Viewable,
} from './viewing.ts';

type Dependencies = {
  pool: Pool;
  storage: Storage;
  mediaTokens: MediaTokens;
  mediaUse: MediaUse;
  config: Config;
};

/** How long a browser shows a file without asking again: no longer than a takedown may take. */
const CACHE_SECONDS = 5 * 60;
/** How long a link of the bucket works, for whoever has it. The player asks for a new one and resumes. */
const PRESIGNED_SECONDS = 5 * 60;

// Only whole files are redirected: players fetch HLS segments with scripts, which must not follow to another origin.
const WHOLE_VIDEO_FILES = new Set(['video.mp4', 'original']);

const FIELDS = {
  mediaType: contentMedia.mediaType,
  s3Key: contentMedia.s3Key,
  mimeType: contentMedia.mimeType,
  variantWidths: contentMedia.variantWidths,
  renditions: contentMedia.renditions,
};
/** A file that is preserved for the authorities is served to nobody. */
const isRequested = sql`${contentMedia.id} = ${sql.placeholder('mediaId')}::uuid
  and ${contentMedia.preservedSince} is null`;

/**
 * The right to view a file: the back office views everything; an influencer views own submissions
 * and own scheduled and published posts; a subscriber views published posts.
 */
const isViewable = sql<boolean>`(
  coalesce(${mayView(contentPosts.influencerId)}, false) and case ${viewerRole}
    when 'subscriber' then ${contentPosts.publishedAt} is not null
    when 'influencer' then ${contentPosts.publishAt} is not null
    else true
  end or (${viewerRole} = 'influencer' and ${contentMedia.createdBy} = ${viewerId})
)`;

const prepareFindMedia = (pool: Pool) =>
  prepareSelect(
    pool,
    { viewable: isViewable, ...FIELDS },
    (columns) => sql`
      select ${columns} from ${contentMedia}
      left join ${contentPosts} on ${contentPosts.id} = ${contentMedia.postId}
      where ${isRequested}`,
    'media_authorization',
  );

/** The same for limited staff. */
const prepareFindMediaOfScope = (pool: Pool) =>
  prepareSelect(
    pool,
    { viewable: isFileOfScope(viewerId), ...FIELDS },
    (columns) => sql`select ${columns} from ${contentMedia} where ${isRequested}`,
    'media_authorization_scope',
  );

const viewedOriginal = (entityId: string) =>
  ({ action: 'viewed', entity: 'content_media', entityId, label: 'Original' }) as const;

/** The address from which the bucket sends a file, if it does. */
async function findBucketAddress(
  { storage, config }: Dependencies,
  { name, file, lifetime }: { name: string; file: MediaFile; lifetime: number },
): Promise<string | null> {
  const isWholeVideo = file.kind === 'video' && WHOLE_VIDEO_FILES.has(name);
  if (config.mediaDelivery !== 'redirect' || !isWholeVideo) return null;
  const seconds = Math.min(lifetime, PRESIGNED_SECONDS);
  return storage.presign(file.key, { seconds, contentType: file.type });
}

/**
 * Serves the files of posts. Every read requires a session, a media token of that session, and the
 * right to view. A file that the viewer may not view is answered like a missing one.
 */
export function serveAuthorizedMedia(dependencies: Dependencies) {
  const { pool, storage, mediaTokens, mediaUse } = dependencies;
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
    const actor = (await requireAccess(c, 'signed-in', { whileViewingAsFan: true }))!;
    const { mediaId, name } = c.req.param();
    const mediaToken = { e: c.req.query('e'), s: c.req.query('s') };
    const lifetime = mediaTokens.check(mediaToken, actor.sessionId);
    if (lifetime === null) throw new DomainError('forbidden');
    const file = mediaFile(await getViewable(actor, mediaId), name, actor);
    if (!file) throw new DomainError('not-found');
    // With what the camera wrote into it, such as the location.
    if (name === 'original') await c.var.recordAccess(actor, viewedOriginal(mediaId));
    // The team is known by name, and influencers open their own files.
    const counted = actor.role === 'subscriber' && !actor.viewedBy ? actor.userId : null;
    if (counted) {
      await mediaUse.requireNetwork(counted, c.get('clientNetwork'));
      await mediaUse.open(counted, mediaId);
    }
    const cacheControl = `private, max-age=${Math.min(lifetime, CACHE_SECONDS)}`;
    const address = await findBucketAddress(dependencies, { name, file, lifetime });
    if (address) return c.body(null, 302, { location: address, 'cache-control': 'no-store' });
    if (file.kind === 'playlist') {
      const playlist = await storage.getBytes(file.key);
      if (!playlist) throw new DomainError('not-found');
      return c.body(
        playlistWithMediaToken(playlist.toString(), `e=${mediaToken.e}&s=${mediaToken.s}`),
        200,
        {
          'content-type': file.type,
          'cache-control': cacheControl,
        },
      );
    }

    // The content of a media id never changes, so id and name are the entity tag.
    return sendStoredFile(c, storage, file, {
      headers: { etag: `"${mediaId}-${name}"`, 'cache-control': cacheControl },
      onSent: (bytes) => counted && mediaUse.addBytes(counted, bytes),
    });
  });
}
