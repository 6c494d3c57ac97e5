import type { Pool } from 'pg';
import { anyRole, operations } from '#src/platform/http/operation.ts';
import { searchQuerySchema, searchResultsSchema } from '../search.schema.ts';
import { search } from './search.ts';

/** The command palette's search. */
export function searchApi({ pool }: { pool: Pool }) {
  return operations([
    anyRole.get(
      '/api/search',
      {
        id: 'search',
        whileViewingAsFan: true,
        throttle: 'search',
        summary: 'Search people, posts, applications and tasks within the scope of the role',
        query: searchQuerySchema,
        output: searchResultsSchema,
        example: {
          results: [
            {
              kind: 'influencer',
              id: '6f0c2f0e-8d0b-4c3c-9a55-1d9b1f6f4d11',
              title: 'Ada Lindqvist',
              detail: 'ada@example.test',
              state: 'influencer',
              publicUrl: null,
            },
          ],
        },
      },
      async ({ actor, query }) => ({ results: await search(pool, actor, query.q) }),
    ),
  ]);
}
