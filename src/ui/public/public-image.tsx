import type { CSSProperties } from 'react';
import { publicImageAddress, parsePublicImageName, publicImageSrcSet } from '#src/lib/images.ts';
import { initialsOf } from '#src/lib/text.ts';
import styles from './public-image.module.css';

type PublicImageProps = {
  /** Stem of a public picture, address of an avatar, or null for the placeholder. */
  image: string | null;
  /** Name of the person, which decides the initials and hue of the placeholder. */
  name: string;
  /** Empty if the name is visible beside the picture. */
  alt: string;
  /** Displayed width, as in the `sizes` attribute. */
  sizes: string;
  /** Aspect ratio (width by height) of the frame, if fixed: the frame crops wider pictures. */
  aspect?: number;
  /** Loads the picture immediately, for pictures above the fold. */
  eager?: boolean;
  className?: string | undefined;
};

/**
 * A public picture that fills its frame. The placeholder is always beneath it, so it shows if there
 * is no picture or the picture cannot be loaded, even without script.
 */
export function PublicImage({ image, name, alt, className, ...picture }: PublicImageProps) {
  const info = image ? parsePublicImageName(image) : null;
  const style = { '--hue': hueOf(name), backgroundColor: info?.color } as CSSProperties;
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
      {image && <Picture image={image} {...picture} />}
    </span>
  );
}

type PictureProps = Pick<PublicImageProps, 'sizes' | 'aspect' | 'eager'> & { image: string };

function Picture({ image, sizes, aspect, eager }: PictureProps) {
  const info = parsePublicImageName(image);
  const isSized = image.startsWith('/images/');
  return (
    <img
      className={styles.picture}
      // Alternative text here would cover the placeholder; the frame has the accessible name.
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding={eager ? undefined : 'async'}
      width={info?.width}
      height={info?.height}
      {...(isSized && {
        // Browsers support `auto` only for lazy pictures.
        sizes: eager ? sizes : `auto, ${sizes}`,
        srcSet: publicImageSrcSet(image, aspect),
      })}
      src={isSized ? publicImageAddress(image, 640) : image}
    />
  );
}

const hueOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 360, 20);
