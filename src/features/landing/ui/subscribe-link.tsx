import type { Viewer } from '#src/lib/page-context.ts';
import { subscribeAddress } from '../landing.rules.ts';
import styles from './subscribe-link.module.css';

type SubscribeLinkProps = {
  publicUrl: string | null;
  viewer: Viewer;
  /** Its size and place. */
  className: string | undefined;
};

/** The button of a public page, in the page's own colour or the reverse of it. */
export const SubscribeLink = ({ publicUrl, viewer, className }: SubscribeLinkProps) => (
  <a href={subscribeAddress(publicUrl, viewer)} className={`${styles.link} ${className}`}>
    SUBSCRIBE NOW
  </a>
);
