import { useCallback, useState, type CSSProperties } from 'react';
import { publicImageAddress } from '#src/lib/images.ts';
import styles from './public-image.module.css';

type PublicImageProps = {
  /** Stem of a public picture, an avatar's address, or null for the placeholder. */
  image: string | null;
  /** Name of the person: the placeholder shows its initials in a hue of its own. */
  name: string;
  /** Empty when the name stands beside it. */
  alt: string;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string;
  /** For a picture that is in view at once. */
  eager?: boolean;
  className?: string | undefined;
};

const WIDTHS = [320, 640, 1280, 1920] as const;

/** A public picture that fills its frame; initials when there is none or it cannot be loaded. */
export function PublicImage({ image, name, alt, sizes, eager, className }: PublicImageProps) {
  const [failed, setFailed] = useState(false);
  // An error before hydration is over by the time React listens.
  const check = useCallback((node: HTMLImageElement | null) => {
    if (node?.complete && node.naturalWidth === 0 && node.currentSrc) setFailed(true);
  }, []);
  const frame = [styles.picture, className].filter(Boolean).join(' ');
  if (!image || failed) return <Initials name={name} alt={alt} className={frame} />;
  const sized = image.startsWith('/images/');
  return (
    <img
      ref={check}
      className={frame}
      alt={alt}
      {...(sized && {
        srcSet: WIDTHS.map((width) => `${publicImageAddress(image, width)} ${width}w`).join(', '),
        sizes,
      })}
      src={sized ? publicImageAddress(image, 640) : image}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      onError={() => setFailed(true)}
    />
  );
}

type InitialsProps = { name: string; alt: string; className: string };

function Initials({ name, alt, className }: InitialsProps) {
  const words = name.split(/\s+/).filter(Boolean);
  const initials = [words.at(0), words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.match(/^\p{L}|^\p{N}/u)?.[0]?.toUpperCase() ?? '')
    .join('');
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 360, 20);
  return (
    <span
      className={`${className} ${styles.initials}`}
      style={{ '--hue': hue } as CSSProperties}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      <span>{initials || '◆'}</span>
    </span>
  );
}
