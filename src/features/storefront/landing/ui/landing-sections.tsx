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
  ['Create your account', 'A birthday, a few preferences, a password. Two minutes.'],
  ['Browse the marketplace', 'Search by category, price or name.'],
  ['Subscribe by the month', 'One monthly price per influencer. It renews until you cancel.'],
  ['Watch in your feed', 'Everything they’ve posted, and every new post as it goes up.'],
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
  [CircleDollarSign, 'One clear price', 'One monthly price, nothing hidden.'],
  [
    CalendarX2,
    'Leave whenever you like',
    'Cancel online at any time and keep access until the paid month ends.',
  ],
  [VideoIcon, 'Full-quality photos and video', 'Sharp on your phone and on your biggest screen.'],
  [BellRing, 'Never miss a post', 'New posts are marked until you’ve seen them.'],
  [UserRoundCheck, 'Vetted by our team', 'Our team reviews every influencer before a page opens.'],
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
  ['Anonymous', 'Influencers see how many people follow them, never who.'],
  ['Behind the rope', 'Posts open only for subscribers, through links that expire.'],
  [
    'Passwords nobody can read',
    'Your password is stored so that nobody, not even us, can read it.',
  ],
] as const;

export function Privacy() {
  return (
    <section className={styles.privacy} aria-labelledby="privacy">
      <div className={styles.privacyInner}>
        <Keyhole />
        <div>
          <h2 id="privacy">What you watch is your business</h2>
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
