/** A decorative velvet rope between two brass posts. */
export function Rope({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 1440 250"
      preserveAspectRatio="xMidYMax meet"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="brass" x1="0" x2="1">
          <stop offset="0" stopColor="#6d4c17" />
          <stop offset="0.32" stopColor="#f3d795" />
          <stop offset="0.55" stopColor="#c8983f" />
          <stop offset="1" stopColor="#5d3f11" />
        </linearGradient>
        <linearGradient id="cord" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="#c33a4c" />
          <stop offset="0.5" stopColor="#8a1d2e" />
          <stop offset="1" stopColor="#4b0c17" />
        </linearGradient>
        <path id="hang" d="M172 76 C 430 268, 1010 268, 1268 76" />
      </defs>
      <g fill="none" strokeLinecap="round">
        <use
          href="#hang"
          stroke="#12060a"
          strokeOpacity="0.55"
          strokeWidth="34"
          transform="translate(0 12)"
        />
        <use href="#hang" stroke="url(#cord)" strokeWidth="27" />
        <use
          href="#hang"
          stroke="#e56a78"
          strokeOpacity="0.35"
          strokeWidth="23"
          strokeDasharray="3 13"
          strokeLinecap="butt"
        />
        <use
          href="#hang"
          stroke="#ff9ba5"
          strokeOpacity="0.25"
          strokeWidth="4"
          transform="translate(0 -7)"
        />
      </g>
      {[150, 1290].map((x) => (
        <g key={x} fill="url(#brass)">
          <circle cx={x} cy="36" r="27" />
          <rect x={x - 17} y="58" width="34" height="12" rx="5" />
          <rect x={x - 11} y="68" width="22" height="160" />
          <rect x={x - 22} y="88" width="44" height="9" rx="4" />
          <path d={`M${x - 62} 250 q62 -46 124 0z`} />
        </g>
      ))}
    </svg>
  );
}
