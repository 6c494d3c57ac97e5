import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import type { NewReplyTemplate, ReplyTemplate } from '../../reply-templates.schema.ts';

/** The templates of replies, by name. */
export const replyTemplatesQuery = queryOptions({
  queryKey: ['reply-templates'],
  queryFn: async () => (await call(client.api['reply-templates'].$get())).templates,
});

const refresh = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: replyTemplatesQuery.queryKey });

/** Creates a template, or changes the existing one. */
export async function saveReplyTemplate(
  queryClient: QueryClient,
  template: NewReplyTemplate,
  existing: ReplyTemplate | null,
): Promise<void> {
  const templates = client.api['reply-templates'];
  // Also after a refusal: somebody else has changed or deleted it.
  await (
    existing
      ? call(
          templates[':id'].$put({
            param: { id: existing.id },
            json: { ...template, version: existing.version },
          }),
        )
      : call(templates.$post({ json: template }))
  ).finally(() => void refresh(queryClient));
}

export async function deleteReplyTemplate(queryClient: QueryClient, id: string): Promise<void> {
  const { $delete } = client.api['reply-templates'][':id'];
  await call($delete({ param: { id } })).finally(() => void refresh(queryClient));
}
