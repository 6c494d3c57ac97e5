import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Screen } from '#src/features/backoffice/app-frame/ui/menu.ts';
import { About } from './about.tsx';
import styles from './stat-card.module.css';

type StatCardProps = {
  label: string;
  icon: LucideIcon;
  value: string;
  /** What exactly is counted or summed. */
  meaning: string;
  /** Where the card leads; it is no link without. */
  to?: Screen;
  hash?: string;
  /** What the list that it leads to is narrowed to. */
  search?: { status: 'open' };
  children?: ReactNode;
};

/** A figure with its name, what it means, and what belongs to it. Stands in a {@link StatCards}. */
export const StatCard = ({
  label,
  icon: Icon,
  value,
  meaning,
  to,
  hash,
  search,
  children,
}: StatCardProps) => (
  <div className={styles.card}>
    <dt className={styles.label}>
      <Icon size={17} aria-hidden="true" />
      <span>
        {to ? (
          <Link to={to} {...(hash && { hash })} {...(search && { search })} className={styles.link}>
            {label}
          </Link>
        ) : (
          label
        )}
      </span>
      <About label={label} meaning={meaning} />
    </dt>
    <dd className={styles.value}>{value}</dd>
    {children && <dd className={styles.notes}>{children}</dd>}
  </div>
);

/** The figures that are seen first. */
export const StatCards = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label}>
    <dl className={styles.cards}>{children}</dl>
  </section>
);

/** A note that wants to be seen. */
export const Alarm = ({ children }: { children: ReactNode }) => (
  <strong className={styles.alarm}>{children}</strong>
);

/** Stand-ins of the cards until their figures are there. */
export const StatCardsSkeleton = () => (
  <div role="status" aria-label="Loading figures" className={styles.cards}>
    {Array.from({ length: 6 }, (_, index) => (
      <div key={index} className={styles.skeleton} />
    ))}
  </div>
);
