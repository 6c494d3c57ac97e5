import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { MAXIMUM_IMAGES, type ImagePlace } from '../page-images.schema.ts';
import { takeImages } from './accept-images.ts';
import { inShownOrder, showImages } from './page-images-queries.ts';
import { sendFailure, sendImage } from './upload-image.ts';

/** A picture on its way, or one that could not be sent. */
export type SentImage = {
  key: string;
  file: File;
  /** Address of the file itself, for the browser that has it. */
  preview: string;
  /** What was sent; the server makes its sizes afterwards. */
  percent: number;
  failure: ReturnType<typeof sendFailure> | null;
  abort: AbortController;
};

type Options = {
  influencerId: string;
  place: ImagePlace;
  /** How many pictures the place has. */
  present: number;
  onSent?: () => void;
  /** What a toast says when a picture could not be sent. */
  failureToast: string;
};

/** Sends chosen pictures one after the other, so that they arrive in their order. */
export function useImageUploads({ influencerId, place, present, onSent, failureToast }: Options) {
  const queryClient = useQueryClient();
  const [sent, setSent] = useState<SentImage[]>([]);
  const [refused, setRefused] = useState<string[]>([]);
  const last = useRef<Promise<void>>(Promise.resolve());
  const { mutateAsync } = useMutation({ mutationFn: sendImage });

  const change = (key: string, changes: Partial<SentImage>) =>
    setSent((all) => all.map((image) => (image.key === key ? { ...image, ...changes } : image)));

  function drop(image: SentImage) {
    image.abort.abort();
    URL.revokeObjectURL(image.preview);
    setSent((all) => all.filter(({ key }) => key !== image.key));
  }

  async function send(image: SentImage) {
    const { key, file, abort } = image;
    if (abort.signal.aborted) return;
    try {
      const images = await mutateAsync({
        influencerId,
        place,
        file,
        signal: abort.signal,
        onProgress: (percent) => change(key, { percent }),
      });
      showImages(queryClient, { influencerId, place }, (shown) => inShownOrder(shown, images));
      drop(image);
      onSent?.();
    } catch (error) {
      if (abort.signal.aborted) return;
      change(key, { failure: sendFailure(error) });
      // One toast for all of them.
      toast.error('Error', { id: `${place} failed`, description: failureToast });
    }
  }

  const enqueue = (image: SentImage) => {
    last.current = last.current.then(() => send(image));
  };

  return {
    sent,
    refused,
    forgetRefused: () => setRefused([]),
    drop,
    add(files: File[]) {
      const failed = MAXIMUM_IMAGES[place] === 1 ? sent : [];
      failed.forEach(drop);
      const waiting = sent.filter(({ failure }) => failure === null).length;
      const { accepted, refused: reasons } = takeImages(place, files, present + waiting);
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
    retry(image: SentImage) {
      change(image.key, { failure: null, percent: 0 });
      enqueue(image);
    },
  };
}
