import { Button, Loader } from '@mantine/core';
import { Link, getRouteApi } from '@tanstack/react-router';
import { PageHead } from '#src/ui/page/page-head.tsx';
import { PageTabs } from '#src/ui/page/page-tabs.tsx';
import styles from './my-subscriptions-page.module.css';
import type { MySubscriptionsTab } from './my-subscriptions-search.ts';
import { OwnSubscriptions } from './own-subscriptions.tsx';
import { PurchaseHistory } from './purchase-history.tsx';
import { useCheckoutReturn } from './use-checkout-return.ts';

const route = getRouteApi('/_app/my-subscriptions');

const TABS: { value: MySubscriptionsTab; label: string }[] = [
  { value: 'subscriptions', label: 'Subscriptions' },
  { value: 'purchases', label: 'Purchase history' },
];

export function MySubscriptionsPage() {
  const { tab = 'subscriptions' } = route.useSearch();
  const navigate = route.useNavigate();
  const isConfirming = useCheckoutReturn();
  const changeTab = (to: MySubscriptionsTab) =>
    void navigate({ search: { tab: to === 'subscriptions' ? undefined : to } });
  return (
    <div className={styles.page}>
      <PageHead title="My Subscriptions">
        <Button component={Link} to="/marketplace" variant="default" radius="xl">
          Browse Marketplace
        </Button>
      </PageHead>
      <div role="status">
        {isConfirming && (
          <p className={styles.confirming}>
            <Loader size="xs" aria-hidden="true" /> Confirming your payment…
          </p>
        )}
      </div>
      <PageTabs label="My Subscriptions" tabs={TABS} value={tab} onChange={changeTab}>
        {tab === 'purchases' ? <PurchaseHistory /> : <OwnSubscriptions isWaiting={isConfirming} />}
      </PageTabs>
    </div>
  );
}
