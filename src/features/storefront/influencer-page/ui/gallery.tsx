import type { ReactNode } from 'react';
import { PublicImage } from '#src/ui/public/public-image.tsx';

type GalleryProps = {
  images: (string | null)[];
  name: string;
  /** What the pictures are; they are numbered. */
  label: string;
  /** How wide one of them is shown, as in the `sizes` attribute. */
  sizes: string;
  /** Width by height of a frame. */
  aspect: number;
  className: string | undefined;
  /** A last item that is no picture. */
  children?: ReactNode;
};

export function Gallery({ images, name, label, className, children, ...frame }: GalleryProps) {
  if (images.length === 0) return null;
  return (
    <ul className={className} data-items={images.length + (children ? 1 : 0)}>
      {images.map((image, index) => (
        // A picture may be there twice, and the order never changes.
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
