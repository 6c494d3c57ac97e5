import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { POST_LISTS_KEY, type PostPages } from '#src/features/content/posts/ui/post-lists.ts';
import { NOTIFICATIONS_KEY } from './notifications-queries.ts';

/** Marks the notifications of one influencer, or all of them, as read. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (influencerId: string | undefined) =>
      call(client.api.notifications.read.$post({ json: { influencerId } })),
    onSuccess: async (_answer, influencerId) => {
      queryClient.setQueriesData<PostPages>(
        {
          queryKey: POST_LISTS_KEY,
          // The page of the influencer itself keeps its marks of new posts until it is left.
          predicate: ({ queryKey }) => queryKey.at(-1) !== influencerId,
        },
        (data) => data && withoutUnread(data, influencerId),
      );
      await queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY });
    },
  });
}

function withoutUnread(data: PostPages, influencerId: string | undefined): PostPages {
  const isRead = ({ influencer }: PostPages['pages'][number]['posts'][number]) =>
    influencerId === undefined || influencer.id === influencerId;
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      posts: page.posts.map((post) =>
        post.unread && isRead(post) ? { ...post, unread: false } : post,
      ),
    })),
  };
}
