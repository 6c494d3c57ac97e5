import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Images, SearchX, X } from 'lucide-react';
import { useState } from 'react';
import type { Post, StudioFilter, StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { useRenewStudioMediaToken } from '#src/features/content/posts/ui/use-studio-media-links.ts';
import { PostViewer } from '#src/features/content/posts/ui/viewer/post-viewer.tsx';
import { Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import cardStyles from './content-card.module.css';
import { ContentGrid } from './content-grid.tsx';
import { contentPostsQuery } from './content-posts.ts';

const route = getRouteApi('/_app/my-content');

/** Lists an influencer's own posts. */
export function MyContentPage() {
  const [shown, setShown] = useState<string | null>(null);
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const clear = (
    <button
      type="button"
      className="button button-quiet button-small"
      onClick={() => void navigate({ search: {}, replace: true })}
    >
      <X size={16} aria-hidden="true" /> Clear search
    </button>
  );
  return (
    <>
      <PageHead
        title="My Content"
        subtitle="What the house publishes for you. A view is a fan who has seen the post: each counts once."
      >
        {filter.search && clear}
      </PageHead>
      <ContentGrid
        filter={filter}
        failure="Failed to fetch your content"
        cover={(post, label) => (
          <button type="button" className={cardStyles.cover} onClick={() => setShown(post.id)}>
            {label}
          </button>
        )}
        empty={
          filter.search ? (
            <Notice icon={SearchX} title="No posts found" text="Nothing matches your search." />
          ) : (
            <Notice
              icon={Images}
              title="No Content Yet"
              text="Posts that are made for you appear here, scheduled ones before their time."
            />
          )
        }
      />
      <OpenedContent filter={filter} postId={shown} onShow={setShown} />
    </>
  );
}

type OpenedContentProps = {
  filter: StudioFilter;
  postId: string | null;
  onShow: (postId: string | null) => void;
};

function OpenedContent({ filter, postId, onShow }: OpenedContentProps) {
  const { data } = useInfiniteQuery(contentPostsQuery(filter));
  const renewMediaToken = useRenewStudioMediaToken();
  const all = (data?.pages ?? []).flatMap(({ posts, mediaToken }) =>
    posts.flatMap((post) => {
      const viewable = toViewablePost(post);
      return viewable ? [{ post: viewable, mediaToken: mediaToken }] : [];
    }),
  );
  const index = all.findIndex(({ post }) => post.id === postId);
  const shown = all[index];
  return (
    <PostViewer
      post={shown?.post ?? null}
      previousPost={shown && all[index - 1]?.post}
      nextPost={shown && all[index + 1]?.post}
      mediaToken={shown?.mediaToken ?? ''}
      renewMediaToken={renewMediaToken}
      onShow={onShow}
      onClose={() => onShow(null)}
    />
  );
}

/** The post as subscribers see it, with the files that are ready; null if there are none. */
function toViewablePost(post: StudioPost): Post | null {
  const { id, caption, category, influencer } = post;
  const time = post.publishedAt ?? post.publishAt;
  const media = post.media.flatMap((file): Post['media'] => {
    const { width, height, teaser, mediaType, durationSeconds, widths } = file;
    if (file.state !== 'ready' || width === null || height === null || teaser === null) return [];
    return [{ mediaType, width, height, durationSeconds, teaser, source: { id: file.id, widths } }];
  });
  if (!category || !influencer || !time || media.length === 0) return null;
  return {
    id,
    caption,
    category,
    influencer: { ...influencer, publicUrl: null },
    publishedAt: time,
    locked: false,
    unread: false,
    media,
  };
}
