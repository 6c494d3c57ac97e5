import { Link, type LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { InfoTooltip } from './info-tooltip.tsx';
import styles from './stat-card.module.css';

type StatCardProps = {
  label: string;
  icon: LucideIcon;
  value: string;
  /** Explains exactly what the figure counts or sums. */
  meaning: string;
  /** Turns the card into a link to this address. */
  to?: LinkProps['to'];
  hash?: string;
  /** Filters of the list that the card links to. */
  search?: { status: 'open' };
  children?: ReactNode;
};

/** A figure with its label, explanation and notes, inside {@link StatCards}. */
export function StatCard({
  label,
  icon: Icon,
  value,
  meaning,
  to,
  hash,
  search,
  children,
}: StatCardProps) {
  return (
    <div className={styles.card}>
      <dt className={styles.label}>
        <Icon size={17} aria-hidden="true" />
        <span>
          {to ? (
            <Link
              to={to}
              {...(hash && { hash })}
              {...(search && { search })}
              className={styles.link}
            >
              {label}
            </Link>
          ) : (
            label
          )}
        </span>
        <InfoTooltip label={label} meaning={meaning} />
      </dt>
      <dd className={styles.value}>{value}</dd>
      {children && <dd className={styles.notes}>{children}</dd>}
    </div>
  );
}

/** The main figures of a dashboard. */
export function StatCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <dl className={styles.cards}>{children}</dl>
    </section>
  );
}

/** A highlighted note on a card. */
export function StatWarning({ children }: { children: ReactNode }) {
  return <strong className={styles.warning}>{children}</strong>;
}

/** Placeholders of the cards while their figures load. */
export function StatCardsSkeleton() {
  return (
    <div role="status" aria-label="Loading figures" className={styles.cards}>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className={styles.skeleton} />
      ))}
    </div>
  );
}
