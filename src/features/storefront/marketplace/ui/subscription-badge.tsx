import { Check, CircleAlert, CirclePause, type LucideIcon } from 'lucide-react';
import type { SubscribeState } from '#src/features/money/subscriptions/subscribe-state.schema.ts';
import styles from './subscription-badge.module.css';

const BADGES: Partial<Record<SubscribeState, [icon: LucideIcon, label: string]>> = {
  subscribed: [Check, 'Subscribed'],
  past_due: [CircleAlert, 'Payment failed'],
  overdue: [CircleAlert, 'Payment overdue'],
  paused: [CirclePause, 'Paused by our team'],
};

/** The fan's subscription state; nothing for everyone else. */
export function SubscriptionBadge({ state }: { state: SubscribeState }) {
  const badge = BADGES[state];
  if (!badge) return null;
  const [Icon, label] = badge;
  return (
    <span className={styles.badge} data-state={state}>
      <Icon size={14} aria-hidden="true" /> {label}
    </span>
  );
}
