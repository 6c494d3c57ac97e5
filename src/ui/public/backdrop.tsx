import { parsePublicImageName } from '#src/lib/images.ts';
import styles from './backdrop.module.css';
import { PublicImage } from './public-image.tsx';

type BackdropProps = { image: string; name: string; eager?: boolean };

/** A picture that covers its section, darkened so that text on it is readable. */
export function Backdrop({ image, name, eager = false }: BackdropProps) {
  return (
    <div className={styles.backdrop}>
      <PublicImage image={image} name={name} alt="" sizes={coveringSizes(image)} eager={eager} />
    </div>
  );
}

/** The `sizes` of a picture that covers portrait and landscape screens alike. */
function coveringSizes(image: string): string {
  const info = parsePublicImageName(image);
  if (!info) return '100vw';
  return `max(100vw, ${Math.round((info.width / info.height) * 100)}svh)`;
}
