import type { ReactNode } from 'react';
import { SkipLink } from '#src/ui/page/skip-link.tsx';
import styles from './auth-layout.module.css';
import { Logo } from './logo.tsx';

type AuthLayoutProps = {
  title: string;
  text: string;
  /** A line on the curtain, also on phones; announced when it appears. */
  notice?: ReactNode;
  children: ReactNode;
};

/** The layout of the pages to sign in, sign up and set up: a curtain with the form beside it. */
export function AuthLayout({ title, text, notice, children }: AuthLayoutProps) {
  return (
    <div className={styles.page}>
      <header className={styles.curtain}>
        <SkipLink />
        <a href="/" className={styles.home}>
          <Logo />
        </a>
        <div className={styles.text}>
          <p className={styles.title}>{title}</p>
          <p>{text}</p>
        </div>
        <p className={styles.notice} role="status">
          {notice}
        </p>
        <Rope />
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  );
}

function Rope() {
  return (
    <svg
      className={styles.rope}
      viewBox="0 0 600 200"
      preserveAspectRatio="xMidYMax meet"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="brass" x1="0" x2="1" y1="0" y2="0">
          <stop offset="0" stopColor="#7d5a1d" />
          <stop offset="0.35" stopColor="#f3d694" />
          <stop offset="0.6" stopColor="#c4933c" />
          <stop offset="1" stopColor="#6b4a14" />
        </linearGradient>
        <linearGradient id="velvet" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="#b2344c" />
          <stop offset="1" stopColor="#4d0f1d" />
        </linearGradient>
      </defs>
      <path d="M-40 40C20 130 60 130 120 40" className={styles.swag} />
      <path d="M120 40C210 190 390 190 480 40" className={styles.swag} />
      <path d="M480 40C540 130 580 130 640 40" className={styles.swag} />
      {[120, 480].map((x) => (
        <g key={x} fill="url(#brass)">
          <rect x={x - 7} y="34" width="14" height="160" rx="3" />
          <rect x={x - 34} y="188" width="68" height="12" rx="6" />
          <rect x={x - 14} y="36" width="28" height="10" rx="5" />
          <circle cx={x} cy="20" r="17" />
        </g>
      ))}
    </svg>
  );
}
