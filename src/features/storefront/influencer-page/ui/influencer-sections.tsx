import { formatNumber } from '#src/lib/locale/numbers.ts';
import type { PageViewer } from '#src/lib/page-context.ts';
import { abbreviateCount } from '#src/lib/text.ts';
import {
  closedReason,
  type VisibleInfluencer,
  subscribeAddress,
  subscribeText,
} from '../influencer-page.rules.ts';
import { Gallery } from './gallery.tsx';
import styles from './influencer-sections.module.css';
import { Story } from './story.tsx';

type Props = { influencer: VisibleInfluencer };

const LONGEST_FIRST_NAME = 20;

/** The name by which the page refers to its influencer. */
function shortName(fullName: string): string {
  const first = fullName.split(/\s+/)[0]!;
  return first.length > LONGEST_FIRST_NAME ? 'me' : first;
}

export function About({ influencer: { fullName, bio, about, image } }: Props) {
  const images = about.images.length > 0 || !image ? about.images : [image];
  const text = about.content?.trim() || bio?.trim();
  return (
    <section className={`${styles.section} ${styles.about}`} aria-labelledby="about">
      <div className={styles.text}>
        <h2 id="about" dir="auto">
          {about.title?.trim() || `About ${shortName(fullName)}`}
        </h2>
        <Story text={text || 'An introduction is on its way.'} />
      </div>
      <Gallery
        images={images}
        name={fullName}
        label={`Picture of ${fullName}`}
        sizes={
          images.length === 1 ? '(max-width: 44rem) 92vw, 40rem' : '(max-width: 44rem) 46vw, 20rem'
        }
        aspect={images.length === 1 ? 4 / 5 : 1}
        className={styles.aboutImages}
      />
    </section>
  );
}

type SneakPeekProps = Props & { viewer: PageViewer };

export function SneakPeek({ influencer, viewer }: SneakPeekProps) {
  const { fullName, sneakPeekImages, postCount } = influencer;
  if (sneakPeekImages.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="sneak-peek">
      <h2 id="sneak-peek">Sneak peek</h2>
      <Gallery
        images={sneakPeekImages}
        name={fullName}
        label="Sneak peek"
        sizes="(max-width: 44rem) 46vw, 25rem"
        aspect={3 / 4}
        className={styles.peek}
      >
        {!closedReason(influencer, viewer) && (
          <a href={subscribeAddress(influencer, viewer)} className={styles.rest}>
            <strong>
              {postCount > 1 ? `See all ${formatNumber(postCount)} posts` : 'See the rest'}
            </strong>
            <span>{subscribeText(influencer)}</span>
          </a>
        )}
      </Gallery>
    </section>
  );
}

export function Connect({ influencer: { socials } }: Props) {
  if (socials.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="connect">
      <h2 id="connect">Connect with me</h2>
      <ul className={styles.socials}>
        {socials.map(({ platform, handle, count }) => (
          <li key={platform}>
            <h3>{platform}</h3>
            {handle && (
              <p className={styles.handle} dir="auto">
                {handle}
              </p>
            )}
            {count > 0 && (
              <p className={styles.followers}>
                <strong>{abbreviateCount(count)}</strong> {followers(platform, count)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function followers(platform: string, count: number): string {
  const one = platform === 'YouTube' ? 'subscriber' : 'follower';
  return count === 1 ? one : `${one}s`;
}

export function WhySignUp({ influencer: { fullName, whySignup } }: Props) {
  const { title, content, images } = whySignup;
  return (
    <section className={`${styles.section} ${styles.why}`} aria-labelledby="why">
      <div className={styles.text}>
        <h2 id="why" dir="auto">
          {title?.trim() || 'Why sign up?'}
        </h2>
        <Story
          text={
            content?.trim() ||
            'Every photo and video in full, from the very first post. New posts appear in your feed, and you can cancel at any time.'
          }
        />
      </div>
      <Gallery
        images={images}
        name={fullName}
        label="Why sign up"
        sizes={
          images.length === 1 ? '(max-width: 44rem) 92vw, 32rem' : '(max-width: 44rem) 46vw, 16rem'
        }
        aspect={images.length === 1 ? 5 / 4 : 1}
        className={styles.whyImages}
      />
    </section>
  );
}
