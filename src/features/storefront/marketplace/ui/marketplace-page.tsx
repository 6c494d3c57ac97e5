import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { formatCount } from '#src/lib/locale/counts.ts';
import { useLoadMore } from '#src/ui/list-view/use-load-more.ts';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import {
  MARKETPLACE_COUNT_LIMIT,
  MARKETPLACE_PAGE_SIZE,
  type MarketplaceSearch,
  marketplaceSearchSchema,
} from '../marketplace.schema.ts';
import { InfluencerCard, InfluencerCardSkeleton } from './influencer-card.tsx';
import { MarketplaceFilters } from './marketplace-filters.tsx';
import styles from './marketplace-page.module.css';
import { marketplaceQuery } from './marketplace-queries.ts';
import shelf from './recommended-influencers.module.css';
import { RecommendedInfluencers, useRecommended } from './recommended-influencers.tsx';

const route = getRouteApi('/_app/marketplace');

export function MarketplacePage() {
  const isFan = useSession()?.role === 'subscriber';
  const search = useCheckedSearch(route, marketplaceSearchSchema);
  const navigate = route.useNavigate();
  const { data, error, isPending, isPlaceholderData, refetch, ...pages } = useInfiniteQuery(
    marketplaceQuery(search),
  );
  const { sort: _, highlight, ...filters } = search;
  const isFiltered = Object.values(filters).some(Boolean);
  const lastPage = data?.pages.at(-1);
  const canRecommend = lastPage?.canRecommend ?? false;
  const recommended = useRecommended(canRecommend && !isFiltered && !highlight);
  const isOnShelf = new Set(recommended.map(({ id }) => id));

  const all = data?.pages.flatMap((page) => page.influencers) ?? [];
  const isByRecommendation = lastPage?.sort === 'recommended';
  const cards = isByRecommendation ? all.filter(({ id }) => !isOnShelf.has(id)) : all;
  const total = lastPage?.total ?? 0;
  const filter = (patch: MarketplaceSearch) =>
    void navigate({
      // Filtering removes the highlight.
      search: (before) => ({ ...before, highlight: undefined, ...patch }),
      replace: true,
      resetScroll: false,
    });
  const clear = () => void navigate({ search: { sort: search.sort }, replace: true });
  const isSortKnown = search.sort !== undefined && search.sort !== 'recommended';

  return (
    <div className={styles.page}>
      <PageHead
        title="Browse Marketplace"
        subtitle={
          <div className={styles.summary}>
            <span role="status">
              {data &&
                !isPlaceholderData &&
                (total === 1
                  ? '1 influencer'
                  : `${formatCount(total, MARKETPLACE_COUNT_LIMIT)} influencers`)}
            </span>
            {!isFan && <span>Subscriptions need a fan account</span>}
            {isFiltered && (
              <button type="button" className={styles.clear} onClick={clear}>
                Clear Filters
              </button>
            )}
          </div>
        }
      />
      <MarketplaceFilters
        search={search}
        isFan={isFan}
        sort={isSortKnown ? search.sort : lastPage?.sort}
        canRecommend={canRecommend}
        onFilter={filter}
      />
      {error && !data ? (
        <Failure onRetry={() => void refetch()} />
      ) : data && total === 0 ? (
        <NoInfluencers search={search} onClear={isFiltered ? clear : undefined} />
      ) : (
        <>
          {recommended.length > 0 && (
            <>
              <RecommendedInfluencers cards={recommended} />
              <h2 className={shelf.heading}>All influencers</h2>
            </>
          )}
          <ul
            className={styles.grid}
            aria-label="Influencers"
            aria-busy={isPending}
            data-stale={isPlaceholderData || undefined}
          >
            {cards.map((card, index) => (
              <InfluencerCard
                key={card.id}
                card={card}
                isFan={isFan}
                eager={index < 4}
                highlighted={card.id === highlight}
              />
            ))}
            {isPending && <Skeletons count={8} />}
            {data && <NextPage {...pages} rest={sizeOfNextPage(total, all.length)} />}
          </ul>
        </>
      )}
    </div>
  );
}

type NoInfluencersProps = { search: MarketplaceSearch; onClear: (() => void) | undefined };

function NoInfluencers({ search, onClear }: NoInfluencersProps) {
  if (!onClear) {
    return (
      <div className={styles.message}>
        <h2>No influencers available yet</h2>
        <p>The first ones will appear here soon.</p>
      </div>
    );
  }
  const hint = search.search
    ? 'Nothing matches your search.'
    : search.favorites
      ? 'No favorites here yet. Tap the heart on a card to add one.'
      : 'Nothing matches these filters.';
  return (
    <div className={styles.message}>
      <h2>No influencers found matching your criteria</h2>
      <p>{hint}</p>
      <Button variant="default" radius="xl" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

/** The number of cards on the next page. */
const sizeOfNextPage = (total: number, loaded: number): number =>
  total > MARKETPLACE_COUNT_LIMIT
    ? MARKETPLACE_PAGE_SIZE
    : Math.min(total - loaded, MARKETPLACE_PAGE_SIZE);

const Skeletons = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => <InfluencerCardSkeleton key={index} />);

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.message} role="alert">
      <h2>Failed to fetch marketplace data</h2>
      <p>Check your connection, then try again.</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

type NextPageProps = Parameters<typeof useLoadMore>[0] & {
  /** Number of cards on the next page, to reserve their space. */
  rest: number;
};

function NextPage({ rest, ...pages }: NextPageProps) {
  const { hasNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const ref = useLoadMore<HTMLLIElement>(pages);
  if (!hasNextPage) return null;
  if (isFetchNextPageError) {
    return (
      <li className={styles.wide}>
        <Failure onRetry={() => void fetchNextPage()} />
      </li>
    );
  }
  return (
    <>
      <InfluencerCardSkeleton ref={ref} />
      <Skeletons count={rest - 1} />
    </>
  );
}
