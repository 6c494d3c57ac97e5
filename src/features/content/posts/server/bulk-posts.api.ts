import { z } from 'zod';
import { aiUseSchema } from '#src/features/content/publication-rule/ai-use.schema.ts';
import { CATEGORIES } from '#src/lib/categories.ts';
import { bulkIds, bulkResultSchema } from '#src/lib/listing.ts';
import type { Db } from '#src/platform/database/db.ts';
import { changeEach } from '#src/platform/http/bulk.ts';
import { as, operations } from '#src/platform/http/operation.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { categorizePosts, labelPosts, publishPosts, unschedulePosts } from './bulk-posts.ts';
import { deletePost } from './posts.ts';

const backOffice = as('admin', 'staff');
const body = z.object({ ids: bulkIds });
const example = { changed: ['5b0c5a52-5c1b-4f0a-9a06-3f6f0c9a1d11'], refused: [] };

/** Changes of many posts at once. */
export function bulkPostsApi(services: { db: Db; jobs: Jobs }) {
  return operations([
    backOffice.post(
      '/api/posts/delete',
      {
        id: 'deletePosts',
        needsConfirmation: true,
        summary: 'Delete posts; a job deletes their files',
        body,
        output: bulkResultSchema,
        example,
      },
      ({ actor, body: { ids } }) => changeEach(ids, (id) => deletePost(services, actor, id)),
    ),
    backOffice.post(
      '/api/posts/publish',
      {
        id: 'publishPosts',
        summary: 'Publish scheduled posts and complete drafts now',
        body,
        output: bulkResultSchema,
        example,
      },
      ({ actor, body: { ids } }) => publishPosts(services, actor, ids),
    ),
    backOffice.post(
      '/api/posts/unschedule',
      {
        id: 'unschedulePosts',
        summary: 'Turn scheduled posts back into drafts',
        body,
        output: bulkResultSchema,
        example,
      },
      ({ actor, body: { ids } }) => unschedulePosts(services, actor, ids),
    ),
    backOffice.put(
      '/api/posts/category',
      {
        id: 'categorizePosts',
        summary: 'Give posts a category',
        body: body.extend({ category: z.enum(CATEGORIES) }),
        output: bulkResultSchema,
        example,
      },
      ({ actor, body: change }) => categorizePosts(services, actor, change),
    ),
    backOffice.put(
      '/api/posts/ai-use',
      {
        id: 'labelPosts',
        summary:
          'Say of posts whether AI made them; where reviews are required, they are reviewed again',
        body: body.extend({ aiUse: aiUseSchema }),
        output: bulkResultSchema,
        example,
      },
      ({ actor, body: change }) => labelPosts(services, actor, change),
    ),
  ]);
}
