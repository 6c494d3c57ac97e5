import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageWindow } from '../own-payouts.rules.ts';
import styles from './my-payouts-pages.module.css';

type PagesProps = { page: number; pageCount: number };

/** Links to the pages around the current one. */
export function MyPayoutsPages({ page, pageCount }: PagesProps) {
  if (pageCount === 1) return null;
  return (
    <nav aria-label="Pages of payouts" className={styles.pages}>
      <Step to={page - 1} isPossible={page > 1} label="Previous page">
        <ChevronLeft size={18} aria-hidden="true" />
      </Step>
      {pageWindow(page, pageCount).map((number) => (
        <Link
          key={number}
          to="/my-payouts"
          search={{ page: number }}
          className={styles.page}
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
        >
          {number}
        </Link>
      ))}
      <Step to={page + 1} isPossible={page < pageCount} label="Next page">
        <ChevronRight size={18} aria-hidden="true" />
      </Step>
    </nav>
  );
}

type StepProps = { to: number; isPossible: boolean; label: string; children: ReactNode };

const Step = ({ to, isPossible, label, children }: StepProps) => (
  <Link
    to="/my-payouts"
    search={{ page: to }}
    disabled={!isPossible}
    // Keeps the focus when the last page is reached.
    tabIndex={0}
    className={styles.page}
    aria-label={label}
  >
    {children}
  </Link>
);
