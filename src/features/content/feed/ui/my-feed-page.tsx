import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MarkAllButton } from '#src/features/content/notifications/ui/mark-all-button.tsx';
import { unreadQuery } from '#src/features/content/notifications/ui/notifications-queries.ts';
import { useMarkRead } from '#src/features/content/notifications/ui/use-mark-read.ts';
import type { FeedScope } from '#src/features/content/posts/feed.schema.ts';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { PageTabs } from '#src/ui/page/page-tabs.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import { FeedFilters } from './feed-filters.tsx';
import { FeedPosts } from './feed-posts.tsx';
import { feedSearchSchema } from './feed-search.ts';

const route = getRouteApi('/_app/my-feed');

const TABS: { value: FeedScope; label: string }[] = [
  { value: 'mine', label: 'My Feed' },
  { value: 'public', label: 'Public Feed' },
];

const NO_FILTER = { search: undefined, influencerId: undefined, category: undefined };

type MyFeedPageProps = {
  /** Influencers recommended to the fan, below an empty feed. */
  recommended: ReactNode;
};

export function MyFeedPage({ recommended }: MyFeedPageProps) {
  const { tab: scope = 'mine', ...filter } = useCheckedSearch(route, feedSearchSchema);
  const navigate = route.useNavigate();
  const unread = useQuery(unreadQuery).data?.count ?? 0;
  const markRead = useMarkRead();
  const changeFilter = (changed: Partial<typeof filter>) =>
    void navigate({
      search: (before) => ({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    });
  const clear = () => changeFilter(NO_FILTER);

  return (
    <>
      <PageHead
        title={scope === 'mine' ? 'My Feed' : 'Public Feed'}
        subtitle={
          scope === 'mine'
            ? 'The latest from the influencers you follow.'
            : 'Every new post, unlocked where you subscribe.'
        }
      />
      <PageTabs
        label="Feeds"
        tabs={TABS}
        value={scope}
        onChange={(tab) => void navigate({ search: { tab: tab === 'mine' ? undefined : tab } })}
      >
        <FeedFilters scope={scope} filter={filter} onChange={changeFilter} onClear={clear} />
        <FeedPosts
          scope={scope}
          filter={filter}
          action={
            <MarkAllButton
              className="button button-quiet button-small"
              count={unread}
              markRead={markRead}
            />
          }
          recommended={recommended}
          onClear={clear}
        />
      </PageTabs>
    </>
  );
}
