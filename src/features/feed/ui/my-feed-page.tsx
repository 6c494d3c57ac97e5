import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { MarkAllRead } from '#src/features/notifications/ui/mark-all-read.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { feedScopeSchema } from '../feed.schema.ts';
import { FeedFilters } from './feed-filters.tsx';
import { FeedPosts } from './feed-posts.tsx';
import styles from './my-feed-page.module.css';

const route = getRouteApi('/_app/my-feed');

export function MyFeedPage() {
  const { tab: scope = 'mine', ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const changeFilter = (changed: Partial<typeof filter>) =>
    void navigate({
      search: (before) => ({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    });

  return (
    <>
      <PageHead
        title={scope === 'mine' ? 'My Feed' : 'Public Feed'}
        lead={
          scope === 'mine'
            ? 'The latest from the influencers you follow.'
            : 'Everything behind the rope, yours and what could be.'
        }
      >
        <MarkAllRead className="button button-quiet button-small" />
      </PageHead>
      <Tabs
        value={scope}
        onChange={(value) => {
          const tab = feedScopeSchema.parse(value);
          void navigate({ search: { tab: tab === 'mine' ? undefined : tab } });
        }}
        keepMounted={false}
        classNames={{ list: styles.tabs, tab: styles.tab }}
      >
        <Tabs.List aria-label="Feeds">
          <Tabs.Tab value="mine">My Feed</Tabs.Tab>
          <Tabs.Tab value="public">Public Feed</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={scope} key={scope}>
          <FeedFilters scope={scope} filter={filter} onChange={changeFilter} />
          <FeedPosts scope={scope} filter={filter} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
