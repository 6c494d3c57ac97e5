import type { Context } from 'hono';
import { matchesEntityTag } from '#src/lib/entity-tag.ts';
import { DomainError } from '#src/lib/problem.ts';
import type { Storage } from '#src/platform/storage/storage.ts';

/** The bytes of a received picture. @throws DomainError 'invalid-input' if the connection ended early */
export async function receivePicture(c: Context): Promise<Buffer> {
  const body = await c.req.arrayBuffer().catch(() => {
    throw new DomainError('invalid-input', 'The upload was cut off');
  });
  return Buffer.from(body);
}

/**
 * Sends a picture that few may see and that never changes. The browser asks again before every display,
 * so the caller checks the access each time. @throws DomainError 'not-found' without a file
 */
export async function sendPrivatePicture(
  c: Context,
  storage: Storage,
  { id, key }: { id: string; key: string },
): Promise<Response> {
  const etag = `"${id}"`;
  c.header('cache-control', 'private, no-cache');
  c.header('etag', etag);
  if (matchesEntityTag(c.req.header('if-none-match'), etag)) return c.body(null, 304);
  const bytes = await storage.getBytes(key);
  if (!bytes) throw new DomainError('not-found');
  return c.body(new Uint8Array(bytes), 200, { 'content-type': 'image/webp' });
}
