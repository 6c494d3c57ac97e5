import { toast } from '#src/ui/elements/toast.ts';
import { PublicImage } from '#src/ui/public/public-image.tsx';
import { useSlotImages } from './page-images-queries.ts';
import { PhotoEditor } from './photo-editor.tsx';
import { useImageUploads } from './use-image-uploads.ts';

type ProfilePhotoProps = {
  influencerId: string;
  fullName: string;
  /** Stem of the photo, if there is one. */
  photo: string | undefined;
  /** Where the photo appears. */
  hint: string;
};

/** The profile photo of an influencer. */
export function ProfilePhoto({ influencerId, fullName, photo, hint }: ProfilePhotoProps) {
  const slot = 'profile-photo';
  const { remove, isRemoving } = useSlotImages({ influencerId, slot });
  const { sent, refused, add } = useImageUploads({
    influencerId,
    slot,
    present: photo ? 1 : 0,
    onSent: () => toast.success('Success', { description: 'Profile photo uploaded successfully' }),
    failureTitle: 'Failed to upload profile photo',
  });
  const [latest] = sent;
  const isSending = latest?.failure === null;

  return (
    <PhotoEditor
      title="Profile photo"
      hint={hint}
      hasPhoto={Boolean(photo)}
      percent={isSending ? latest.percent : null}
      error={refused[0] ?? latest?.failure?.text ?? null}
      onChoose={(file) => add([file])}
      removal={{
        title: 'Remove the profile photo?',
        text: 'It disappears from all cards and pages right away. This action cannot be undone.',
        success: 'Profile photo removed successfully',
        isRunning: isRemoving,
        run: () => remove(photo!),
      }}
    >
      {isSending ? (
        <img src={latest.preview} alt="" />
      ) : (
        <PublicImage
          image={photo ?? null}
          name={fullName}
          alt={photo ? `Profile photo of ${fullName}` : ''}
          sizes="9rem"
          aspect={1}
          eager
        />
      )}
    </PhotoEditor>
  );
}
