import type { Context } from 'hono';
import { hasConfirmedAge } from '#src/lib/age.ts';
import type { PageViewer } from '#src/lib/page-context.ts';
import { parsePublicUrl } from '#src/lib/slug.ts';
import type { RequestEnv } from '#src/platform/http/operation.ts';

export type FindPageViewer = (c: Context<RequestEnv>) => Promise<PageViewer>;

/**
 * Finds the kind of viewer of a page. Queries the database only for requests with a session cookie,
 * and the subscription only for fans on the page of an influencer.
 */
export function createFindPageViewer(
  isSubscriber: (userId: string, publicUrl: string) => Promise<boolean>,
): FindPageViewer {
  return async function findPageViewer(c) {
    if (c.var.creatorsHiddenBy) return 'unverified';
    const actor = await c.var.findActor({ whileViewingAsFan: true });
    if (!actor || actor === 'suspended') {
      return hasConfirmedAge(c.req.header('cookie')) ? 'visitor' : 'unconfirmed';
    }
    if (actor.role !== 'subscriber') return 'member';
    const publicUrl = parsePublicUrl(c.req.path.slice(1));
    return publicUrl && (await isSubscriber(actor.userId, publicUrl)) ? 'subscriber' : 'fan';
  };
}
