import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from '#src/ui/elements/toast.ts';
import { MAXIMUM_IMAGES, type ImageSlot } from '../page-images.schema.ts';
import { acceptImages } from './accept-images.ts';
import { inShownOrder, showImages } from './page-images-queries.ts';
import { uploadFailure, uploadImage } from './upload-image.ts';

/** A running or failed upload of a picture. */
export type ImageUpload = {
  key: string;
  file: File;
  /** Object URL of the file. */
  preview: string;
  /** Percentage sent; afterwards the server creates the sizes. */
  percent: number;
  failure: ReturnType<typeof uploadFailure> | null;
  abort: AbortController;
};

type Options = {
  influencerId: string;
  slot: ImageSlot;
  /** Number of pictures of the slot. */
  present: number;
  onSent?: () => void;
  /** Title of the toast after a failed upload; the picture shows the reason. */
  failureTitle: string;
};

/** Uploads chosen pictures one after the other, so that they keep their order. */
export function useImageUploads({ influencerId, slot, present, onSent, failureTitle }: Options) {
  const queryClient = useQueryClient();
  const [sent, setSent] = useState<ImageUpload[]>([]);
  const [refused, setRefused] = useState<string[]>([]);
  const last = useRef<Promise<void>>(Promise.resolve());
  const { mutateAsync } = useMutation({ mutationFn: uploadImage });

  const change = (key: string, changes: Partial<ImageUpload>) =>
    setSent((all) => all.map((image) => (image.key === key ? { ...image, ...changes } : image)));

  function drop(image: ImageUpload) {
    image.abort.abort();
    URL.revokeObjectURL(image.preview);
    setSent((all) => all.filter(({ key }) => key !== image.key));
  }

  async function send(image: ImageUpload) {
    const { key, file, abort } = image;
    if (abort.signal.aborted) return;
    try {
      const images = await mutateAsync({
        influencerId,
        slot,
        file,
        signal: abort.signal,
        onProgress: (percent) => change(key, { percent }),
      });
      showImages(queryClient, { influencerId, slot }, (shown) => inShownOrder(shown, images));
      drop(image);
      onSent?.();
    } catch (error) {
      if (abort.signal.aborted) return;
      change(key, { failure: uploadFailure(error) });
      // One toast for all failures.
      toast.error(failureTitle, {
        id: `${slot} failed`,
        description: `${file.name} wasn’t added.`,
      });
    }
  }

  const enqueue = (image: ImageUpload) => {
    last.current = last.current.then(() => send(image));
  };

  return {
    sent,
    refused,
    clearRefused: () => setRefused([]),
    drop,
    add(files: File[]) {
      const failed = MAXIMUM_IMAGES[slot] === 1 ? sent : [];
      failed.forEach(drop);
      const waiting = sent.filter(({ failure }) => failure === null).length;
      const { accepted, refused: reasons } = acceptImages(slot, files, present + waiting);
      const added = accepted.map((file) => ({
        key: crypto.randomUUID(),
        file,
        preview: URL.createObjectURL(file),
        percent: 0,
        failure: null,
        abort: new AbortController(),
      }));
      setRefused(reasons);
      setSent((all) => [...all, ...added]);
      added.forEach(enqueue);
    },
    retry(image: ImageUpload) {
      change(image.key, { failure: null, percent: 0 });
      enqueue(image);
    },
  };
}
