import type { Context } from 'hono';
import { DomainError } from '#src/lib/problem.ts';

/**
 * Refuses what a link of another site requests: browsers send the cookies of the session with it, so it
 * could start an export. @throws DomainError 'cross-site'
 */
export function refuseForeignLinks(c: Pick<Context, 'req'>): void {
  const site = c.req.header('sec-fetch-site') ?? 'none';
  if (site !== 'none' && site !== 'same-origin') throw new DomainError('cross-site');
}
