import type { CSSProperties } from 'react';
import { publicImageAddress, publicImageInfo, publicImageSrcSet } from '#src/lib/images.ts';
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
  /** Width of its frame by height, where that is fixed: a wider picture loses its sides. */
  aspect?: number;
  /** For a picture that is in view at once. */
  eager?: boolean;
  className?: string | undefined;
};

/**
 * A public picture that fills its frame. The placeholder always lies beneath it: it shows when
 * there is no picture or none can be loaded, with or without script.
 */
export function PublicImage({ image, name, alt, className, ...shown }: PublicImageProps) {
  const facts = image ? publicImageInfo(image) : null;
  const style = { '--hue': hueOf(name), backgroundColor: facts?.color } as CSSProperties;
  return (
    <span
      className={[styles.frame, className].filter(Boolean).join(' ')}
      data-frame=""
      style={style}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      <span
        className={styles.initials}
        data-initials={initialsOf(name)}
        data-waiting={image ? '' : undefined}
      />
      {image && <Picture image={image} {...shown} />}
    </span>
  );
}

type PictureProps = Pick<PublicImageProps, 'sizes' | 'aspect' | 'eager'> & { image: string };

function Picture({ image, sizes, aspect, eager }: PictureProps) {
  const facts = publicImageInfo(image);
  const sized = image.startsWith('/images/');
  return (
    <img
      className={styles.picture}
      // Its text would be painted over the placeholder; the frame has it.
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding={eager ? undefined : 'async'}
      width={facts?.width}
      height={facts?.height}
      {...(sized && {
        // Only what loads lazily can be measured before it is chosen.
        sizes: eager ? sizes : `auto, ${sizes}`,
        srcSet: publicImageSrcSet(image, aspect),
      })}
      src={sized ? publicImageAddress(image, 640) : image}
    />
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const initials = [words.at(0), words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.match(/[\p{L}\p{N}]/u)?.[0]?.toUpperCase() ?? '')
    .join('');
  return initials || '◆';
}

const hueOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 360, 20);
