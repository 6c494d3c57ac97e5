import { publicImageInfo } from '#src/lib/images.ts';
import styles from './backdrop.module.css';
import { PublicImage } from './public-image.tsx';

type BackdropProps = { image: string; name: string; eager?: boolean };

/** A picture that covers its section, veiled so that words on it can be read. */
export const Backdrop = ({ image, name, eager = false }: BackdropProps) => (
  <div className={styles.backdrop}>
    <PublicImage image={image} name={name} alt="" sizes={coveringSizes(image)} eager={eager} />
  </div>
);

/** How wide a picture is that covers a phone's upright screen as well as a broad one. */
function coveringSizes(image: string): string {
  const facts = publicImageInfo(image);
  if (!facts) return '100vw';
  return `max(100vw, ${Math.round((facts.width / facts.height) * 100)}svh)`;
}
