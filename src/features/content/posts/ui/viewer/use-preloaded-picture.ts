import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { newestPass } from '#src/features/content/media/ui/use-media-token.ts';
import { pictureSources, type PostMediaFile } from './post-media.tsx';

/** Loads the picture that is likely to be shown next; of a video, its poster. */
export function usePreloadedPicture(
  media: PostMediaFile | undefined,
  pass: string,
  sizes: string,
): void {
  const queryClient = useQueryClient();
  const source = media?.source;
  useEffect(() => {
    if (!source) return;
    const image = new Image();
    image.sizes = sizes;
    Object.assign(image, pictureSources(source, newestPass(queryClient, pass)));
  }, [source, pass, sizes, queryClient]);
}
