/** Illustration of a sealed letter. */
export function Letter({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 360 240" aria-hidden="true">
      <defs>
        <linearGradient id="letter-paper" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#fbf3e2" />
          <stop offset="1" stopColor="#e2cfa9" />
        </linearGradient>
        <linearGradient id="letter-flap" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#f3e4c4" />
          <stop offset="1" stopColor="#fffaf0" />
        </linearGradient>
        <radialGradient id="letter-wax" cx="0.36" cy="0.3" r="0.85">
          <stop offset="0" stopColor="#cf4a5f" />
          <stop offset="0.5" stopColor="#8f1f34" />
          <stop offset="1" stopColor="#4f0c1a" />
        </radialGradient>
      </defs>
      <rect x="10" y="14" width="340" height="216" rx="9" fill="url(#letter-paper)" />
      <path d="M14 226 150 116h60l136 110" fill="none" stroke="#b89f6f" strokeOpacity="0.55" />
      <path
        d="M12 20Q14 14 20 14h320q6 0 8 6L196 139q-16 13-32 0z"
        fill="url(#letter-flap)"
        stroke="#b89f6f"
        strokeOpacity="0.6"
      />
      <path
        d="M180 98c17-3 25 4 33 13 9 9 10 19 6 30-3 12-8 20-20 24-10 5-22 4-33-1-12-4-20-12-23-24-2-13 0-23 8-30 8-8 17-11 29-12z"
        fill="url(#letter-wax)"
      />
      <circle cx="180" cy="133" r="23" fill="none" stroke="#e9a0a9" strokeOpacity="0.4" />
      <path
        d="M168 123l12 22 12-22"
        fill="none"
        stroke="#f0b6bd"
        strokeOpacity="0.75"
        strokeWidth="2.5"
      />
    </svg>
  );
}
