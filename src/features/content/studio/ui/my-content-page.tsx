import { Button, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CalendarClock, CalendarDays, Images, SearchX, Vault, X } from 'lucide-react';
import { useState } from 'react';
import type { Post, StudioFilter, StudioPost } from '#src/features/content/posts/posts.schema.ts';
import { useRenewStudioMediaToken } from '#src/features/content/posts/ui/use-studio-media-links.ts';
import { PostViewer } from '#src/features/content/posts/ui/viewer/post-viewer.tsx';
import { labelOf } from '#src/features/content/publication-rule/ai-use.rules.ts';
import { useListAddress } from '#src/ui/list-view/use-list-address.ts';
import { Notice } from '#src/ui/page/notice.tsx';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import cardStyles from './content-card.module.css';
import filterStyles from './content-filters.module.css';
import { ContentGrid } from './content-grid.tsx';
import { contentPostsQuery, myContentSearchSchema } from './content-posts.ts';
import { StudioSortSelect } from './studio-sort-select.tsx';

const route = getRouteApi('/_app/my-content');

const STATES = [
  { value: 'all', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'scheduled', label: 'Scheduled' },
] as const;

/** Lists an influencer's own posts. */
export function MyContentPage() {
  const { search: filter, change } = useListAddress(
    useCheckedSearch(route, myContentSearchSchema),
    route.useNavigate(),
  );
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      <PageHead
        title="My Content"
        subtitle="What your agency publishes for you. Each fan counts as one view."
      >
        <Button
          variant="default"
          radius="xl"
          leftSection={<CalendarDays size={18} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/my-content/calendar" {...props} />}
        >
          Calendar
        </Button>
        <Button
          variant="default"
          radius="xl"
          leftSection={<Vault size={18} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/vault" {...props} />}
        >
          Vault
        </Button>
        {filter.search && (
          <button
            type="button"
            className="button button-quiet button-small"
            onClick={() => change({ search: undefined })}
          >
            <X size={16} aria-hidden="true" /> Clear search
          </button>
        )}
      </PageHead>
      <div className={filterStyles.filters} role="search" aria-label="Posts">
        <div className={filterStyles.states}>
          <SegmentedControl
            aria-label="State"
            radius="xl"
            data={[...STATES]}
            value={filter.state ?? 'all'}
            onChange={(value) => change({ state: value === 'all' ? undefined : value })}
          />
        </div>
        <StudioSortSelect sort={filter.sort} onChange={(sort) => change({ sort })} />
      </div>
      <ContentGrid
        filter={filter}
        failure="Failed to fetch your content"
        cover={(post, label) => (
          <button type="button" className={cardStyles.cover} onClick={() => setShown(post.id)}>
            {label}
          </button>
        )}
        empty={<Empty filter={filter} />}
      />
      <OpenedContent filter={filter} postId={shown} onShow={setShown} />
    </>
  );
}

function Empty({ filter: { search, state } }: { filter: StudioFilter }) {
  if (search) {
    return <Notice icon={SearchX} title="No posts found" text="Nothing matches your search." />;
  }
  if (state === 'scheduled') {
    return (
      <Notice
        icon={CalendarClock}
        title="Nothing scheduled"
        text="Posts your agency has scheduled for you will appear here until they’re published."
      />
    );
  }
  return (
    <Notice
      icon={Images}
      title="No Content Yet"
      text="Posts your agency creates for you will appear here, scheduled ones too."
    />
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
  const { id, caption, category, aiUse, influencer } = post;
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
    aiLabel: labelOf(aiUse),
    influencer: { ...influencer, publicUrl: null },
    publishedAt: time,
    locked: false,
    unread: false,
    media,
  };
}
