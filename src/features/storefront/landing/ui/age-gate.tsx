import type { ReactNode } from 'react';
import { isBehindAgeGate, type PageViewer } from '#src/lib/page-context.ts';
import { Logo } from '#src/ui/public/logo.tsx';
import { Rope } from '#src/ui/public/rope.tsx';
import styles from './age-gate.module.css';

type AgeGateProps = {
  viewer: PageViewer;
  /** Path of the page behind the age gate, to return to. */
  path: string;
  /** Name of the page's influencer, if any. */
  host?: string;
  children: ReactNode;
};

/** Covers a page until its visitor has confirmed or verified their age. Works without scripts. */
export function AgeGate({ viewer, path, host, children }: AgeGateProps) {
  if (!isBehindAgeGate(viewer)) return children;
  const verify = viewer === 'unverified' && `/age-check?${new URLSearchParams({ next: path })}`;
  return (
    <>
      <div
        className={styles.gate}
        role="dialog"
        aria-modal="true"
        aria-labelledby="age-title"
        aria-describedby="age-text"
      >
        <div className={styles.text}>
          <Logo />
          <h1 id="age-title">{verify ? 'Verify your age' : 'Are you 18 or older?'}</h1>
          <p id="age-text">
            {host
              ? `${host}’s page is for adults only.`
              : 'Velvet Rope is a private site for adults only.'}{' '}
            Some of what’s posted here isn’t suitable for anyone under 18.
          </p>
          <form method="post" action="/age">
            <input type="hidden" name="next" value={path} />
            {/* Moves the keyboard focus into the dialog without a script. */}
            {verify ? (
              <a href={verify} className="button" autoFocus>
                Verify your age
              </a>
            ) : (
              <button type="submit" className="button" autoFocus>
                I am 18 or older
              </button>
            )}
            <a href="/adults-only" className={`button ${styles.leave}`}>
              I’m under 18
            </a>
          </form>
          <p className={styles.small}>{verify ? <VerificationNote /> : <DeclarationNote />}</p>
        </div>
        <Rope className={styles.rope} />
      </div>
      <div inert>{children}</div>
    </>
  );
}

const DeclarationNote = () => (
  <>
    By entering you confirm your age and agree to the <a href="/terms">Terms</a>. We set one cookie
    to remember your answer; see the <a href="/privacy">Privacy Policy</a>.
  </>
);

/** Where the law wants more than a declaration. */
const VerificationNote = () => (
  <>
    The law where you are requires it. We only learn that you’re over 18, not who you are; see the{' '}
    <a href="/privacy">Privacy Policy</a>. Already verified with your account?{' '}
    <a href="/auth">Sign in</a>.
  </>
);
