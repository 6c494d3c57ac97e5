import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Pool } from 'pg';
import { variantKey } from '#src/features/media/media-keys.ts';
import { parseByteRange } from '#src/lib/byte-range.ts';
import { DomainError } from '#src/lib/problem.ts';
import { admit, type Actor, type RequestEnv } from '#src/platform/operation.ts';
import { prepareStatement } from '#src/platform/statement.ts';
import type { Storage } from '#src/platform/storage.ts';
import type { MediaPass } from './media-pass.ts';
import { mayView, whenViewable, type Viewable } from './viewing.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

type MediaRow = {
  viewable: boolean;
  media_type: 'image' | 'video';
  s3_key: string;
  mime_type: string;
  variant_widths: number[];
};
type Dependencies = { pool: Pool; storage: Storage; mediaPass: MediaPass };

/** The right to view a file's post, asked at every read. */
const prepareFindMedia = (pool: Pool) =>
  prepareStatement<MediaRow>(
    pool,
    sql`
      select ${mayView(sql`p.influencer_id`)} as viewable, m.media_type, m.s3_key, m.mime_type, m.variant_widths
      from content_media m join content_posts p on p.id = m.post_id
      where m.id = ${sql.placeholder('mediaId')}::uuid`,
    'media_gate',
  );

/** Key and type of the size, or null when the viewer cannot have it or the file does not. */
function storedSize(media: Viewable<MediaRow>, size: string, { role }: Actor) {
  if (size === 'original') {
    // A picture as it was taken may tell where and with what: fans get its sizes, which do not.
    if (media.media_type === 'image' && role === 'subscriber') return null;
    return { key: media.s3_key, type: media.mime_type };
  }
  const width = Number(/^w([1-9]\d{1,4})$/.exec(size)?.[1]);
  if (!media.variant_widths.includes(width)) return null;
  return { key: variantKey(media.s3_key, width), type: 'image/webp' };
}

async function sizeInBytes(storage: Storage, key: string): Promise<number> {
  try {
    return (await storage.getMetaData(key)).contentLength;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw missing ? new DomainError('not-found') : error;
  }
}

function answer(request: { method: string; headers: Headers }, etag: string, size: number) {
  const { method, headers } = request;
  const known = headers.get('if-none-match')?.split(/,\s*/).includes(etag);
  if (known) return { status: 304, range: null } as const;
  const ifRange = headers.get('if-range');
  const wanted = method === 'GET' && (!ifRange || ifRange === etag) ? headers.get('range') : null;
  const range = parseByteRange(wanted ?? undefined, size);
  if (range === 'unsatisfiable') return { status: 416, range: null } as const;
  return range ? ({ status: 206, range } as const) : ({ status: 200, range: null } as const);
}

/**
 * Bytes of posts, for those who may view them: a live session, a pass made for that session, and
 * the right to view, checked at every read. A file that may not be seen answers as one that is not
 * there.
 */
export function mediaGate({ pool, storage, mediaPass }: Dependencies) {
  const findMedia = prepareFindMedia(pool);

  async function getViewable(actor: Actor, mediaId: string): Promise<Viewable<MediaRow>> {
    if (!UUID.test(mediaId)) throw new DomainError('not-found');
    const values = { mediaId, viewerId: actor.userId, viewerRole: actor.role };
    const [row] = await findMedia(values);
    const media = row && whenViewable(row);
    if (!media) throw new DomainError('not-found');
    return media;
  }

  return new Hono<RequestEnv>().get('/media/:mediaId/:size', async (c) => {
    const actor = (await admit(c, 'signed-in'))!;
    const { mediaId, size } = c.req.param();
    const lifetime = mediaPass.check({ e: c.req.query('e'), s: c.req.query('s') }, actor.sessionId);
    if (lifetime === null) throw new DomainError('forbidden');
    const stored = storedSize(await getViewable(actor, mediaId), size, actor);
    if (!stored) throw new DomainError('not-found');

    const bytes = await sizeInBytes(storage, stored.key);
    // A file never changes under its id.
    const etag = `"${mediaId}-${size}"`;
    const { status, range } = answer(c.req.raw, etag, bytes);
    const headers: Record<string, string> = {
      'accept-ranges': 'bytes',
      'cache-control': `private, max-age=${lifetime}`,
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      etag,
    };
    if (status === 416) headers['content-range'] = `bytes */${bytes}`;
    if (status === 304 || status === 416) return c.body(null, status, headers);
    const { start, end } = range ?? { start: 0, end: bytes - 1 };
    if (range) headers['content-range'] = `bytes ${start}-${end}/${bytes}`;
    headers['content-type'] = stored.type;
    headers['content-length'] = String(end - start + 1);
    // The file is opened only when its bytes are wanted: nobody would close it after a HEAD.
    if (c.req.method === 'HEAD') return c.body(null, status, headers);
    const file = await storage.getRange(stored.key, { start, end });
    return c.body(Readable.toWeb(file) as ReadableStream, status, headers);
  });
}
