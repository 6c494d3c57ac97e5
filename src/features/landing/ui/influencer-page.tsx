import type { CSSProperties } from 'react';
import type { InfluencerPage as Influencer } from '#src/features/marketplace/marketplace.schema.ts';
import { readableTextOn, readableVariant } from '#src/lib/color.ts';
import { formatCents } from '#src/lib/money.ts';
import { PublicImage } from '#src/ui/public-image.tsx';
import styles from './influencer-page.module.css';
import { About, Connect, SneakPeek, WhySignUp } from './influencer-sections.tsx';
import { PublicFooter } from './public-footer.tsx';
import { SubscribeLink } from './subscribe-link.tsx';

const DEFAULT_THEME_COLOR = '#FFD700';
/** The grounds of tokens.css that are hardest to read on, by colour scheme. */
const DARK_GROUND = '#25201d';
const LIGHT_GROUND = '#f1ebe2';

/** The page's own colour, with what is readable on it and as text of the colour itself. */
function themeStyle(color: string): CSSProperties {
  return {
    '--theme': color,
    '--on-theme': readableTextOn(color),
    '--theme-on-dark': readableVariant(color, DARK_GROUND),
    '--theme-on-light': readableVariant(color, LIGHT_GROUND),
  } as CSSProperties;
}

export function InfluencerPage({ influencer }: { influencer: Influencer }) {
  return (
    <div className={styles.page} style={themeStyle(influencer.themeColor ?? DEFAULT_THEME_COLOR)}>
      <header className={styles.header}>
        <nav aria-label="Main">
          <a href="/">Home</a>
          <a href="/auth">Login</a>
          <SubscribeLink publicUrl={influencer.publicUrl} className={styles.subscribeSmall} />
        </nav>
      </header>
      <main>
        <Hero influencer={influencer} />
        <About influencer={influencer} />
        <SneakPeek influencer={influencer} />
        <Connect influencer={influencer} />
        <WhySignUp influencer={influencer} />
        <Ready influencer={influencer} />
      </main>
      <PublicFooter />
    </div>
  );
}

function Hero({ influencer: { fullName, publicUrl, hero, image } }: { influencer: Influencer }) {
  return (
    <section
      className={styles.hero}
      data-align={hero.alignment}
      data-pictured={Boolean(hero.image)}
    >
      {hero.image ? (
        <div className={styles.backdrop}>
          <PublicImage image={hero.image} name={fullName} alt="" sizes="100vw" eager />
        </div>
      ) : (
        <div className={styles.portrait}>
          <PublicImage image={image} name={fullName} alt="" sizes="22rem" eager />
        </div>
      )}
      <div className={styles.heroText}>
        <h1>{hero.title || fullName}</h1>
        {hero.subtitle && <p>{hero.subtitle}</p>}
        <SubscribeLink publicUrl={publicUrl} className={styles.subscribe} />
      </div>
    </section>
  );
}

function Ready({ influencer }: { influencer: Influencer }) {
  const { fullName, publicUrl, priceCents, readyBackground } = influencer;
  return (
    <section
      className={styles.ready}
      aria-labelledby="ready"
      data-pictured={Boolean(readyBackground)}
    >
      {readyBackground && (
        <div className={styles.backdrop}>
          <PublicImage image={readyBackground} name={fullName} alt="" sizes="100vw" />
        </div>
      )}
      <h2 id="ready">Ready to get started?</h2>
      {priceCents !== null && (
        <p className={styles.price}>
          <strong>{formatCents(priceCents)}</strong> per month
        </p>
      )}
      <SubscribeLink publicUrl={publicUrl} className={styles.subscribe} />
      <p className={styles.small}>Renews monthly. Cancel at any time.</p>
    </section>
  );
}
