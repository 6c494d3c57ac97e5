import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { studioFilterSchema, type StudioFilter } from '#src/features/content/posts/posts.schema.ts';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { call, callOrNull, client } from '#src/web/client.ts';

/** What /content keeps in its address. */
export const contentSearchSchema = listSearchSchema(studioFilterSchema.shape);

/** What /content/new keeps in its address: the draft that is gone on with. */
export const draftSearchSchema = z.object({ draft: z.uuid().optional().catch(undefined) });

const STUDIO_KEY = ['posts', 'content'];

/** The posts of the studio, last made first; for an influencer their own. */
export const contentPostsQuery = (filter: StudioFilter) =>
  infiniteQueryOptions({
    queryKey: [...STUDIO_KEY, filter],
    queryFn: ({ pageParam }) =>
      call(client.api.posts.$get({ query: { ...filter, cursor: pageParam } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

/** Has what the studio shows loaded again. */
export const refreshStudio = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: ['posts'] });

/** A post as it is now, and null when there is none. */
export const findStudioPost = (id: string) =>
  callOrNull(client.api.posts[':id'].$get({ param: { id } }));

/** The post that is being edited: always asked for anew, for its version counts. */
export const studioPostQuery = (id: string) =>
  queryOptions({
    queryKey: ['posts', 'one', id],
    queryFn: () => findStudioPost(id),
    staleTime: 0,
    gcTime: 0,
  });
