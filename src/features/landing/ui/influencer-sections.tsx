import type { InfluencerPage as Influencer } from '#src/features/marketplace/marketplace.schema.ts';
import { abbreviateCount } from '#src/lib/text.ts';
import { PublicImage } from '#src/ui/public-image.tsx';
import styles from './influencer-sections.module.css';
import { SubscribeLink } from './subscribe-link.tsx';

type Props = { influencer: Influencer };

const firstName = (fullName: string) => fullName.split(' ')[0] ?? fullName;

type GalleryProps = {
  images: string[];
  name: string;
  label: string;
  className?: string | undefined;
};

const Gallery = ({ images, name, label, className }: GalleryProps) =>
  images.length > 0 && (
    <ul className={className} data-count={images.length}>
      {images.map((image, index) => (
        <li key={image}>
          <PublicImage
            image={image}
            name={name}
            alt={`${label} ${index + 1} of ${images.length}`}
            sizes="(max-width: 45rem) 50vw, 28rem"
          />
        </li>
      ))}
    </ul>
  );

export function About({ influencer: { fullName, bio, about, image, ...figures } }: Props) {
  const facts = [
    [figures.postCount, figures.postCount === 1 ? 'post' : 'posts'],
    [figures.photoCount, figures.photoCount === 1 ? 'photo' : 'photos'],
    [figures.videoMinutes, figures.videoMinutes === 1 ? 'minute of video' : 'minutes of video'],
  ] as const;
  const images = about.images.length > 0 || !image ? about.images : [image];
  return (
    <section className={`${styles.section} ${styles.about}`} aria-labelledby="about">
      <div>
        <h2 id="about">{about.title || `About ${firstName(fullName)}`}</h2>
        {(about.content || bio) && <p className={styles.story}>{about.content || bio}</p>}
        <dl className={styles.facts}>
          {facts.map(
            ([count, label]) =>
              count > 0 && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{abbreviateCount(count)}</dd>
                </div>
              ),
          )}
        </dl>
      </div>
      <Gallery images={images} name={fullName} label={fullName} className={styles.aboutImages} />
    </section>
  );
}

export function SneakPeek({ influencer: { fullName, publicUrl, sneakPeekImages } }: Props) {
  if (sneakPeekImages.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="sneak-peek">
      <div className={styles.titleRow}>
        <h2 id="sneak-peek">Sneak peek</h2>
        <SubscribeLink publicUrl={publicUrl} className={styles.quietLink} />
      </div>
      <Gallery
        images={sneakPeekImages}
        name={fullName}
        label="Sneak peek"
        className={styles.peek}
      />
    </section>
  );
}

export function Connect({ influencer: { socials } }: Props) {
  if (socials.length === 0) return null;
  return (
    <section className={`${styles.section} ${styles.connect}`} aria-labelledby="connect">
      <h2 id="connect">Connect with me</h2>
      <ul className={styles.socials}>
        {socials.map(({ platform, handle, count }) => (
          <li key={platform}>
            {count > 0 && (
              <p className={styles.followers}>
                {abbreviateCount(count)}{' '}
                <span>{platform === 'YouTube' ? 'subscribers' : 'followers'}</span>
              </p>
            )}
            <h3>{platform}</h3>
            {handle && <p className={styles.handle}>{handle}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function WhySignUp({ influencer: { fullName, whySignup } }: Props) {
  return (
    <section className={`${styles.section} ${styles.why}`} aria-labelledby="why">
      <div>
        <h2 id="why">{whySignup.title || 'Why sign up?'}</h2>
        <p className={styles.story}>
          {whySignup.content ||
            `Every photo and video that ${firstName(fullName)} shares, in full and from the first post on. New posts come to your feed, and you can cancel at any time.`}
        </p>
      </div>
      <Gallery
        images={whySignup.images}
        name={fullName}
        label="Why sign up"
        className={styles.whyImages}
      />
    </section>
  );
}
