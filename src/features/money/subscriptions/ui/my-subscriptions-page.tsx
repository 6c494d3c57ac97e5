import { getRouteApi } from '@tanstack/react-router';
import { useIsViewingAsFan } from '#src/features/identity/auth/ui/session.ts';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { PageTabs } from '#src/ui/page/page-tabs.tsx';
import { useCheckedSearch } from '#src/ui/page/use-checked-search.ts';
import { BrowseMarketplace } from './browse-marketplace.tsx';
import styles from './my-subscriptions-page.module.css';
import type { MySubscriptionsTab } from './my-subscriptions-search.ts';
import { mySubscriptionsSearchSchema } from './my-subscriptions-search.ts';
import { OwnSubscriptions } from './own-subscriptions.tsx';
import { PurchaseHistory } from './purchase-history.tsx';
import { SavedCardSection } from './saved-card.tsx';

const route = getRouteApi('/_app/my-subscriptions');

const TABS: { value: MySubscriptionsTab; label: string }[] = [
  { value: 'subscriptions', label: 'Subscriptions' },
  { value: 'purchases', label: 'Purchase history' },
];

export function MySubscriptionsPage() {
  const { tab = 'subscriptions' } = useCheckedSearch(route, mySubscriptionsSearchSchema);
  const navigate = route.useNavigate();
  // Only the fan sees receipts, and the saved card.
  const isViewedAsFan = useIsViewingAsFan();
  const tabs = isViewedAsFan ? TABS.slice(0, 1) : TABS;
  const changeTab = (to: MySubscriptionsTab) =>
    void navigate({ search: { tab: to === 'subscriptions' ? undefined : to } });
  return (
    <div className={styles.page}>
      <PageHead title="My Subscriptions">
        <BrowseMarketplace variant="default" />
      </PageHead>
      <PageTabs label="My Subscriptions" tabs={tabs} value={tab} onChange={changeTab}>
        {tab === 'purchases' ? (
          <PurchaseHistory />
        ) : (
          <>
            <OwnSubscriptions />
            {!isViewedAsFan && <SavedCardSection />}
          </>
        )}
      </PageTabs>
    </div>
  );
}
