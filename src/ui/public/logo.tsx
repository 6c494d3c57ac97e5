/** The logo: a rope between two posts, and the name. */
export function Logo({ compact = false }: { compact?: boolean }) {
  return (
    <span className="logo">
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <g fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round">
          <path d="M6 9v18M26 9v18M3.5 27h5M23.5 27h5" />
          <path d="M6 11c3 11 17 11 20 0" />
        </g>
        <circle cx="6" cy="6.5" r="2.6" fill="currentColor" />
        <circle cx="26" cy="6.5" r="2.6" fill="currentColor" />
      </svg>
      <span className={compact ? 'visually-hidden' : undefined}>Velvet Rope</span>
    </span>
  );
}
