import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useLoadMore } from '#src/ui/list-view/use-load-more.ts';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { MARKETPLACE_PAGE_SIZE, type MarketplaceSearch } from '../marketplace.schema.ts';
import { InfluencerCard, InfluencerCardSkeleton } from './influencer-card.tsx';
import { MarketplaceFilters } from './marketplace-filters.tsx';
import styles from './marketplace-page.module.css';
import { marketplaceQuery } from './marketplace-queries.ts';

const route = getRouteApi('/_app/marketplace');

export function MarketplacePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, isPending, isPlaceholderData, refetch, ...pages } = useInfiniteQuery(
    marketplaceQuery(search),
  );
  const cards = data?.pages.flatMap((page) => page.influencers) ?? [];
  const total = data?.pages.at(-1)?.total ?? 0;
  const filter = (patch: MarketplaceSearch) =>
    void navigate({
      // Filtering removes the highlight.
      search: (before) => ({ ...before, highlight: undefined, ...patch }),
      replace: true,
      resetScroll: false,
    });
  const clear = () => void navigate({ search: {}, replace: true });

  return (
    <div className={styles.page}>
      <PageHead
        title="Browse Marketplace"
        subtitle={
          <span role="status">
            {data && !isPlaceholderData && (total === 1 ? '1 influencer' : `${total} influencers`)}
          </span>
        }
      />
      <MarketplaceFilters search={search} onFilter={filter} />
      {error && !data ? (
        <Failure onRetry={() => void refetch()} />
      ) : data && total === 0 ? (
        <div className={styles.message}>
          <h2>No influencers found matching your criteria</h2>
          <p>Try another search, a wider price range or all categories.</p>
          <Button variant="default" onClick={clear}>
            Clear Filters
          </Button>
        </div>
      ) : (
        <ul
          className={styles.grid}
          aria-busy={isPending}
          data-stale={isPlaceholderData || undefined}
        >
          {cards.map((card, index) => (
            <InfluencerCard
              key={card.id}
              card={card}
              eager={index < 4}
              highlighted={card.id === search.highlight}
            />
          ))}
          {isPending && <Skeletons count={8} />}
          {data && (
            <NextPage {...pages} rest={Math.min(total - cards.length, MARKETPLACE_PAGE_SIZE)} />
          )}
        </ul>
      )}
    </div>
  );
}

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
