import type { PageViewer } from '#src/lib/page-context.ts';
import {
  closedReason,
  type VisibleInfluencer,
  subscribeAddress,
  subscribeText,
} from '../influencer-page.rules.ts';
import styles from './subscribe-link.module.css';

type SubscribeLinkProps = {
  influencer: Pick<VisibleInfluencer, 'id' | 'publicUrl' | 'subscribeState'>;
  viewer: PageViewer;
  /** Sets its size and position. */
  className: string | undefined;
  /** By default the text of {@link subscribeText}. */
  label?: string;
};

/**
 * The subscribe button of a public page, in the page's colour or its inverse; the reason for those who
 * cannot subscribe.
 */
export function SubscribeLink({ influencer, viewer, className, label }: SubscribeLinkProps) {
  const closedText = closedReason(influencer, viewer);
  if (closedText) {
    return (
      <p className={`${styles.closed} ${className}`}>
        <strong>{closedText}</strong>
        {viewer !== 'member' && <a href="/marketplace">Browse the marketplace</a>}
      </p>
    );
  }
  return (
    <a href={subscribeAddress(influencer, viewer)} className={`${styles.link} ${className}`}>
      {label ?? subscribeText(influencer)}
    </a>
  );
}
