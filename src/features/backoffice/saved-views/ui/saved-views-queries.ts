import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { toastWithUndo } from '#src/ui/elements/undo-toast.ts';
import type { NewSavedView, SavedView } from '../saved-views.schema.ts';

export const savedViewsQuery = queryOptions({
  queryKey: ['saved-views'],
  queryFn: async () => (await call(client.api['saved-views'].$get())).views,
});

const refresh = (queryClient: QueryClient) => queryClient.invalidateQueries(savedViewsQuery);

/** Saves a view, or changes the one with this id. */
export async function saveView(
  queryClient: QueryClient,
  { id, path, ...view }: NewSavedView & { id?: string | undefined },
): Promise<void> {
  const views = client.api['saved-views'];
  await (id === undefined
    ? call(views.$post({ json: { path, ...view } }))
    : call(views[':id'].$put({ param: { id }, json: view })));
  await refresh(queryClient);
}

/** Deletes a view, and offers to save it again. */
export async function deleteView(queryClient: QueryClient, view: SavedView): Promise<void> {
  const { id, path, search, name, isShared } = view;
  await call(client.api['saved-views'][':id'].$delete({ param: { id } }));
  void refresh(queryClient);
  toastWithUndo({
    title: `View “${name}” deleted`,
    undo: () => saveView(queryClient, { path, search, name, isShared }),
    undone: `View “${name}” restored`,
  });
}
