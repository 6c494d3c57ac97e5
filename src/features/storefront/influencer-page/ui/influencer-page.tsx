import { isSignedIn, memberHome, type PageViewer } from '#src/lib/page-context.ts';
import { SkipLink } from '#src/ui/page/skip-link.tsx';
import { Backdrop } from '#src/ui/public/backdrop.tsx';
import { PublicFooter } from '#src/ui/public/public-footer.tsx';
import { closedReason, type VisibleInfluencer } from '../influencer-page.rules.ts';
import { Hero } from './influencer-hero.tsx';
import styles from './influencer-page.module.css';
import { About, Connect, SneakPeek, WhySignUp } from './influencer-sections.tsx';
import { themeStyle } from './page-theme.ts';
import { SubscribeLink } from './subscribe-link.tsx';
import { Price, StickyOffer, SubscriptionOffer, Terms } from './subscription-offer.tsx';

type InfluencerPageProps = { influencer: VisibleInfluencer; viewer: PageViewer };

export function InfluencerPage({ influencer, viewer }: InfluencerPageProps) {
  const home = memberHome(viewer);
  return (
    <div className={styles.page} style={themeStyle(influencer.themeColor)}>
      <SkipLink />
      <header className={styles.header}>
        <nav aria-label="Main">
          <a href="/">Home</a>
          {isSignedIn(viewer) ? <a href={home.href}>{home.label}</a> : <a href="/auth">Login</a>}
          {!closedReason(influencer, viewer) && (
            <SubscribeLink influencer={influencer} viewer={viewer} className={styles.subscribe} />
          )}
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <Hero influencer={influencer} viewer={viewer} />
        <SubscriptionOffer influencer={influencer} viewer={viewer} />
        <div className={styles.sections}>
          <About influencer={influencer} />
          <SneakPeek influencer={influencer} viewer={viewer} />
          <Connect influencer={influencer} />
          <WhySignUp influencer={influencer} />
          <StickyOffer influencer={influencer} viewer={viewer} />
        </div>
        <Ready influencer={influencer} viewer={viewer} />
        <p className={styles.report}>
          <a
            href={`/report?${new URLSearchParams({ about: `/${influencer.publicUrl ?? influencer.id}` })}`}
          >
            Report this page
          </a>
        </p>
      </main>
      <PublicFooter />
    </div>
  );
}

function Ready({ influencer, viewer }: InfluencerPageProps) {
  const { fullName, readyBackground } = influencer;
  return (
    <section
      className={styles.ready}
      aria-labelledby="ready"
      data-pictured={Boolean(readyBackground)}
    >
      {readyBackground && <Backdrop image={readyBackground} name={fullName} />}
      <h2 id="ready">Ready to get started?</h2>
      <Price influencer={influencer} />
      <SubscribeLink influencer={influencer} viewer={viewer} className={styles.subscribe} />
      <Terms influencer={influencer} className={styles.terms} />
    </section>
  );
}
