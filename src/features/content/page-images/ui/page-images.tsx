import { useEffect, useId, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { DropZone } from '#src/ui/files/drop-zone.tsx';
import { RejectedFiles } from '#src/ui/files/rejected-files.tsx';
import { Reorderable, type ReorderAnnouncements } from '#src/ui/files/reorderable.tsx';
import { moveButtonId } from '#src/ui/files/tile-controls.tsx';
import { IMAGE_MIME_TYPES, MAXIMUM_IMAGES, type ImageSlot } from '../page-images.schema.ts';
import { ImageTile, ImageUploadTile } from './image-tile.tsx';
import { useSlotImages } from './page-images-queries.ts';
import styles from './page-images.module.css';
import { useImageUploads } from './use-image-uploads.ts';

type PageImagesProps = {
  influencerId: string;
  slot: Exclude<ImageSlot, 'profile-photo'>;
  /** Title of the slot: "Sneak peek". */
  title: string;
  /** Where the pictures appear on the page. */
  hint: string;
  /** Stems of the pictures in their order. */
  images: string[];
  /** The text fields of the slot, above its pictures. */
  children?: ReactNode;
};

/** Approximate aspect ratios of the pictures on the page. */
const ASPECTS = {
  hero: 16 / 9,
  about: 1,
  'sneak-peek': 3 / 4,
  'why-signup': 1,
  'ready-background': 16 / 9,
};

const ANNOUNCEMENTS: ReorderAnnouncements = {
  grabbed: (from) => `Picked up at position ${from + 1}`,
  // First over its own position: this announcement must include that the picture was picked up.
  over: (to, from) => `${to === from ? 'Picked up at' : 'Over'} position ${to + 1}`,
  dropped: (to) => `Dropped at position ${to + 1}`,
  cancelled: () => 'The picture was not moved',
};

/** The pictures of one slot of the public page: upload, order and removal. */
export function PageImages({ influencerId, slot, title, hint, images, children }: PageImagesProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const most = MAXIMUM_IMAGES[slot];
  const { move, remove, isRemoving } = useSlotImages({ influencerId, slot });
  const uploads = useImageUploads({
    influencerId,
    slot,
    present: images.length,
    failureTitle: 'Public upload failed',
  });
  const [removedImage, setRemovedImage] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');

  // React moves the element of the button, which loses the focus.
  const focusNext = useRef<string[]>([]);
  useEffect(() => {
    for (const button of focusNext.current.splice(0)) document.getElementById(button)?.focus();
  }, [images]);

  function step(index: number, by: -1 | 1) {
    const image = images[index]!;
    // At an end only the opposite button exists; the last existing element gets the focus.
    focusNext.current = [moveButtonId(image, by === 1 ? -1 : 1), moveButtonId(image, by)];
    setAnnouncement(`Moved to position ${index + by + 1} of ${images.length}`);
    move(index, index + by);
  }

  async function confirmRemoval() {
    try {
      await remove(removedImage!);
      toast.success('Success', { description: 'Image removed successfully' });
    } finally {
      setRemovedImage(null);
      heading.current?.focus();
    }
  }

  const waiting = uploads.sent.filter(({ failure }) => failure === null).length;
  const hasRoom = most === 1 || images.length + waiting < most;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.text}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className={styles.hint}>{hint}</p>
      </div>
      {children}
      <div className={styles.stage}>
        <p className={styles.count}>
          Pictures{' '}
          <span role="status">
            {images.length} of {most}
          </span>
        </p>
        <RejectedFiles reasons={uploads.refused} onDismiss={uploads.clearRefused} />
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
        <div
          className={styles.grid}
          data-slot={slot}
          data-empty={(images.length === 0 && uploads.sent.length === 0) || undefined}
          style={{ '--tile-aspect': ASPECTS[slot] } as CSSProperties}
        >
          <Reorderable itemLabel="picture" announcements={ANNOUNCEMENTS} onMove={move}>
            <ol className={styles.tiles} aria-label={`Pictures of ${title}`}>
              {images.map((image, index) => (
                <ImageTile
                  key={image}
                  image={image}
                  index={index}
                  count={images.length}
                  title={title}
                  badge={slot === 'about' && index === 0 && 'Shown on the card'}
                  aspect={ASPECTS[slot]}
                  onRemove={() => setRemovedImage(image)}
                  onMove={(by) => step(index, by)}
                />
              ))}
              {uploads.sent.map((image) => (
                <ImageUploadTile
                  key={image.key}
                  image={image}
                  onDrop={() => uploads.drop(image)}
                  onRetry={() => uploads.retry(image)}
                />
              ))}
            </ol>
          </Reorderable>
          {hasRoom && (
            <DropZone
              variant="tile"
              invitation={invitation(most, images.length)}
              action={most > 1 ? 'Choose pictures' : 'Choose a picture'}
              hint="JPEG, PNG, WebP or GIF, up to 5 MB"
              label={title}
              accept={IMAGE_MIME_TYPES.join(',')}
              multiple={most > 1}
              onFiles={uploads.add}
            />
          )}
        </div>
      </div>
      <ConfirmDialog
        variant="card"
        title="Remove this picture?"
        text="It disappears from the public page right away. This action cannot be undone."
        opened={removedImage !== null}
        cancelLabel="Cancel"
        confirmLabel="Remove"
        isBusy={isRemoving}
        onCancel={() => setRemovedImage(null)}
        onConfirm={() => void confirmRemoval()}
      />
    </section>
  );
}

function invitation(most: number, present: number): string {
  if (most > 1) return present > 0 ? 'Drop more here' : 'Drop pictures here';
  return present > 0 ? 'Drop another to replace it' : 'Drop a picture here';
}
