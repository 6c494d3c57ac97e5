import { Lock } from 'lucide-react';
import { isSignedIn, type PageViewer } from '#src/lib/page-context.ts';
import { PublicImage } from '#src/ui/public/public-image.tsx';
import type { FeaturedInfluencer } from '../landing.schema.ts';
import styles from './featured.module.css';

type FeaturedProps = { influencers: FeaturedInfluencer[]; viewer: PageViewer };

export function Featured({ influencers, viewer }: FeaturedProps) {
  return (
    <section className={styles.section} aria-labelledby="featured">
      <h2 id="featured">Featured Influencers</h2>
      {influencers.length === 0 ? (
        <p className={styles.empty}>No influencers available yet</p>
      ) : (
        <ul className={styles.grid}>
          {influencers.map(({ id, fullName, publicUrl, contentCategory, image }) => (
            <li key={id}>
              <a href={publicUrl ? `/${publicUrl}` : '/subscribe'} className={styles.card}>
                <PublicImage
                  image={image}
                  name={fullName}
                  alt=""
                  sizes="(max-width: 45rem) 46vw, (max-width: 84rem) 30vw, 25rem"
                  aspect={4 / 5}
                  className={styles.picture}
                />
                <span className={styles.caption}>
                  <strong dir="auto">{fullName}</strong>
                  {contentCategory && <span>{contentCategory}</span>}
                </span>
                <span className={styles.unlock}>
                  {isSignedIn(viewer) ? (
                    'View profile'
                  ) : (
                    <>
                      <Lock size={16} aria-hidden="true" /> Sign up to unlock
                    </>
                  )}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
