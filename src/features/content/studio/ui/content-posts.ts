import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call, callOrNull, client } from '#src/client/client.ts';
import { studioFilterSchema, type StudioFilter } from '#src/features/content/posts/posts.schema.ts';
import { dayStart } from '#src/ui/forms/day-start.ts';
import { listSearchSchema } from '#src/ui/list-view/list-search.ts';
import { invalidateQueries } from '#src/ui/live/invalidate-queries.ts';

const day = z.iso.date().optional();

/** Search parameters of /content; `from` and `to` are the first and the last day. */
export const contentSearchSchema = listSearchSchema({
  ...studioFilterSchema.shape,
  from: day,
  to: day,
});
export type ContentSearch = z.output<typeof contentSearchSchema>;

/** The filters of /content for the API. */
export function contentFilterOf({ from, to, ...filter }: ContentSearch): StudioFilter {
  return { ...filter, from: from && dayStart(from), to: to && dayStart(to, 1) };
}

/** The address of the CSV file of the filtered posts. */
export function postsCsvHref(filter: StudioFilter): string {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined);
  return `/api/posts.csv?${new URLSearchParams(Object.fromEntries(set))}`;
}

/** Search parameters of /my-content. */
export const myContentSearchSchema = listSearchSchema(
  studioFilterSchema.pick({ search: true, state: true, sort: true }).shape,
);

/** Search parameters of /content/new: the opened draft. */
export const draftSearchSchema = z.object({ draft: z.uuid().optional().catch(undefined) });

const STUDIO_KEY = ['posts', 'content'];

/** The posts of the studio, newest first; for an influencer their own. */
export function contentPostsQuery(filter: StudioFilter) {
  return infiniteQueryOptions({
    queryKey: [...STUDIO_KEY, filter],
    queryFn: ({ pageParam }) =>
      call(client.api.posts.$get({ query: { ...filter, cursor: pageParam } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** Reloads the posts that the studio shows. */
export function refreshStudio(queryClient: QueryClient) {
  return invalidateQueries(queryClient, { queryKey: ['posts'] });
}

/** The current version of a post, or null. */
export function findStudioPost(id: string) {
  return callOrNull(client.api.posts[':id'].$get({ param: { id } }));
}

/** The edited post; never cached, because edits need its current version. */
export function studioPostQuery(id: string) {
  return queryOptions({
    queryKey: ['posts', 'one', id],
    queryFn: () => findStudioPost(id),
    staleTime: 0,
    gcTime: 0,
  });
}
