import { useInfiniteQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useState } from 'react';
import type { Post, StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { useRenewStudioMediaToken } from '#src/features/content/posts/ui/use-studio-media-links.ts';
import { PostViewer } from '#src/features/content/posts/ui/viewer/post-viewer.tsx';
import { Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import cardStyles from './content-card.module.css';
import { ContentGrid } from './content-grid.tsx';
import { contentPostsQuery } from './content-posts.ts';

const ALL = {};

/** Lists an influencer's own posts. */
export function MyContentPage() {
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      <PageHead
        title="My Content"
        subtitle="What the agency publishes for you. Each fan counts as one view."
      />
      <ContentGrid
        filter={ALL}
        failure="Failed to fetch your content"
        cover={(post, label) => (
          <button type="button" className={cardStyles.cover} onClick={() => setShown(post.id)}>
            {label}
          </button>
        )}
        empty={
          <Notice
            icon={Images}
            title="No Content Yet"
            text="Posts made for you will appear here, including scheduled ones."
          />
        }
      />
      <OpenedContent postId={shown} onShow={setShown} />
    </>
  );
}

type OpenedContentProps = { postId: string | null; onShow: (postId: string | null) => void };

function OpenedContent({ postId, onShow }: OpenedContentProps) {
  const { data } = useInfiniteQuery(contentPostsQuery(ALL));
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
