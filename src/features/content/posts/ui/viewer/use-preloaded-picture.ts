import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { newestMediaToken } from '#src/features/content/media/ui/use-media-token.ts';
import { isSavingData } from '#src/ui/live/saving-data.ts';
import { pictureSources, type PostMediaFile } from './post-media.tsx';

/** Preloads the picture, or the poster of the video, that is likely to be shown next, unless the browser saves data. */
export function usePreloadedPicture(
  media: PostMediaFile | undefined,
  mediaToken: string,
  sizes: string,
): void {
  const queryClient = useQueryClient();
  const source = media?.source;
  useEffect(() => {
    if (!source || isSavingData()) return;
    const image = new Image();
    image.sizes = sizes;
    Object.assign(image, pictureSources(source, newestMediaToken(queryClient, mediaToken)));
  }, [source, mediaToken, sizes, queryClient]);
}
