import {
  BellRing,
  CalendarX2,
  CircleDollarSign,
  Film as VideoIcon,
  Newspaper,
  UserRoundCheck,
} from 'lucide-react';
import styles from './landing-sections.module.css';

const STEPS = [
  ['Create your account', 'Your date of birth, what you like, a password. Two minutes.'],
  ['Browse the marketplace', 'Look around by category, price or name.'],
  ['Subscribe by the month', 'One price for each influencer, renewed until you cancel.'],
  ['Watch in your feed', 'Everything they have posted, and each new post as it comes.'],
] as const;

export function HowItWorks() {
  return (
    <section className={styles.section} aria-labelledby="how-it-works">
      <h2 id="how-it-works">How it works</h2>
      <ol className={styles.steps}>
        {STEPS.map(([title, text], index) => (
          <li key={title}>
            <span className={styles.numeral} aria-hidden="true">
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const FEATURES = [
  [
    Newspaper,
    'A feed of your own',
    'The people you follow, newest first, with search and filters.',
  ],
  [
    CircleDollarSign,
    'One clear price',
    'A monthly price on every card. No bundles, no tips, no tokens.',
  ],
  [
    CalendarX2,
    'Leave when you like',
    'Cancel yourself, and keep watching until the paid month ends.',
  ],
  [VideoIcon, 'Pictures and film in full', 'Sharp on a phone and on the largest screen you have.'],
  [BellRing, 'Nothing missed', 'New posts are marked until you have seen them.'],
  [UserRoundCheck, 'People we know', 'Our team reviews every influencer before a page opens.'],
] as const;

export function Features() {
  return (
    <section className={styles.section} aria-labelledby="features">
      <h2 id="features">Made for looking, not for scrolling past</h2>
      <ul className={styles.features}>
        {FEATURES.map(([Icon, title, text]) => (
          <li key={title}>
            <Icon size={26} strokeWidth={1.4} aria-hidden="true" />
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const PROMISES = [
  ['Unseen', 'Influencers see how many follow them, never who.'],
  ['Kept behind the rope', 'A post opens only for its subscribers, through links that expire.'],
  ['Never readable', 'Your password is kept so that nobody can read it back, we included.'],
] as const;

export function Privacy() {
  return (
    <section className={styles.privacy} aria-labelledby="privacy">
      <div className={styles.privacyInner}>
        <Keyhole />
        <div>
          <h2 id="privacy">What you watch is your own affair</h2>
          <dl className={styles.promises}>
            {PROMISES.map(([title, text]) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p>
            <a href="/privacy" className="touch-target">
              Read the privacy policy
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}

const Keyhole = () => (
  <svg className={styles.keyhole} viewBox="0 0 320 400" aria-hidden="true">
    <defs>
      <radialGradient id="light" cx="0.5" cy="0.36" r="0.7">
        <stop offset="0" stopColor="#fff3d6" />
        <stop offset="0.4" stopColor="#e8b659" />
        <stop offset="1" stopColor="#7c2530" />
      </radialGradient>
      <linearGradient id="plate" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stopColor="#3b312b" />
        <stop offset="1" stopColor="#171210" />
      </linearGradient>
    </defs>
    <rect x="40" y="10" width="240" height="380" rx="120" fill="url(#plate)" stroke="#8a6a33" />
    <rect
      x="52"
      y="22"
      width="216"
      height="356"
      rx="108"
      fill="none"
      stroke="#8a6a33"
      strokeOpacity="0.45"
    />
    <path d="M160 112a46 46 0 0 1 24 85l22 100h-92l22-100a46 46 0 0 1 24-85z" fill="url(#light)" />
    <circle cx="160" cy="56" r="7" fill="#8a6a33" />
    <circle cx="160" cy="344" r="7" fill="#8a6a33" />
  </svg>
);
