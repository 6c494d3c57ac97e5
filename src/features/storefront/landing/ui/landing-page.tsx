import { isSignedIn, memberHome, type PageViewer } from '#src/lib/page-context.ts';
import { PublicFooter } from '#src/ui/public/public-footer.tsx';
import { PublicHeader } from '#src/ui/public/public-header.tsx';
import { Rope } from '#src/ui/public/rope.tsx';
import type { FeaturedInfluencer } from '../landing.schema.ts';
import { Featured } from './featured.tsx';
import styles from './landing-page.module.css';
import { Features, HowItWorks, Privacy } from './landing-sections.tsx';

type LandingPageProps = { featured: FeaturedInfluencer[]; viewer: PageViewer };

export function LandingPage({ featured, viewer }: LandingPageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.over}>
        <PublicHeader />
      </div>
      <main id="main" tabIndex={-1}>
        <section className={styles.stage}>
          <div className={styles.hero}>
            <h1>Closer than the front row</h1>
            <p className={styles.lead}>
              Velvet Rope is where influencers open their private pages. Choose who to follow, pay
              by the month, and see everything they post.
            </p>
            <div className={styles.actions}>
              {isSignedIn(viewer) ? (
                <MemberActions viewer={viewer} />
              ) : (
                <>
                  <a href="/subscribe" className="button">
                    Join as a fan
                  </a>
                  <a href="/signup" className={`button ${styles.ghost}`}>
                    Apply as an influencer
                  </a>
                </>
              )}
            </div>
            <p className={styles.age}>
              <strong>18+</strong> Adults only.
              {!isSignedIn(viewer) && ' You confirm your age when you join.'}
            </p>
          </div>
          <Rope className={styles.rope} />
        </section>
        <HowItWorks />
        <Featured influencers={featured} viewer={viewer} />
        <Features />
        <Privacy />
        <section className={`${styles.stage} ${styles.closing}`}>
          <h2>Your name is on the list</h2>
          {isSignedIn(viewer) ? (
            <div className={styles.actions}>
              <MemberActions viewer={viewer} />
            </div>
          ) : (
            <>
              <p className={styles.lead}>
                Accounts are free. You only pay for the people you follow.
              </p>
              <div className={styles.actions}>
                <a href="/subscribe" className="button">
                  Sign Up
                </a>
                <a href="/auth" className={`button ${styles.ghost}`}>
                  Sign In
                </a>
              </div>
            </>
          )}
        </section>
      </main>
      <PublicFooter />
    </div>
  );
}

function MemberActions({ viewer }: { viewer: PageViewer }) {
  const home = memberHome(viewer);
  return (
    <>
      <a href="/marketplace" className="button">
        Browse Marketplace
      </a>
      <a href={home.href} className={`button ${styles.ghost}`}>
        {home.label}
      </a>
    </>
  );
}
