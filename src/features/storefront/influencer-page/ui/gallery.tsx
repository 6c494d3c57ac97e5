import type { ReactNode } from 'react';
import { PublicImage } from '#src/ui/public/public-image.tsx';

type GalleryProps = {
  images: (string | null)[];
  name: string;
  /** Label of the pictures, which are numbered. */
  label: string;
  /** Display width of a picture, as in the `sizes` attribute. */
  sizes: string;
  /** Aspect ratio of a frame, width by height. */
  aspect: number;
  className: string | undefined;
  /** An optional last item that is not a picture. */
  children?: ReactNode;
};

export function Gallery({ images, name, label, className, children, ...frame }: GalleryProps) {
  if (images.length === 0) return null;
  return (
    <ul className={className} data-items={images.length + (children ? 1 : 0)}>
      {images.map((image, index) => (
        // Pictures may repeat, and the order never changes.
        <li key={index}>
          <PublicImage
            image={image}
            name={name}
            alt={images.length > 1 ? `${label}, ${index + 1} of ${images.length}` : label}
            {...frame}
          />
        </li>
      ))}
      {children && <li>{children}</li>}
    </ul>
  );
}
