import type { CSSProperties } from 'react';
import type { PageViewer } from '#src/lib/page-context.ts';
import { Backdrop } from '#src/ui/public/backdrop.tsx';
import { PublicImage } from '#src/ui/public/public-image.tsx';
import type { VisibleInfluencer } from '../influencer-page.rules.ts';
import styles from './influencer-hero.module.css';
import { SubscribeLink } from './subscribe-link.tsx';

type HeroProps = { influencer: VisibleInfluencer; viewer: PageViewer };

export function Hero({ influencer, viewer }: HeroProps) {
  const { fullName, hero, image } = influencer;
  const subtitle = hero.subtitle?.trim();
  return (
    <section
      className={styles.hero}
      data-align={hero.alignment}
      data-pictured={Boolean(hero.image)}
    >
      {hero.image ? (
        <Backdrop image={hero.image} name={fullName} eager />
      ) : (
        <div className={styles.portrait}>
          <PublicImage image={image} name={fullName} alt="" sizes="19rem" aspect={1} eager />
        </div>
      )}
      <div className={styles.text}>
        <Title>{hero.title?.trim() || fullName}</Title>
        {subtitle && (
          <p dir="auto" data-long={subtitle.length > 200 || undefined}>
            {subtitle}
          </p>
        )}
        <SubscribeLink influencer={influencer} viewer={viewer} className={styles.subscribe} />
      </div>
    </section>
  );
}

// Sized so that the longest word fits a phone and a long title fits the screen.
function Title({ children }: { children: string }) {
  const longest = Math.max(...children.split(/[\s-]+/).map((word) => word.length));
  const style = { '--longest': Math.min(Math.max(longest, 6), 40) } as CSSProperties;
  const length = children.length > 48 ? 'long' : children.length > 26 ? 'medium' : 'short';
  return (
    <h1 dir="auto" style={style} data-length={length}>
      {children}
    </h1>
  );
}
