import { useCallback, useEffect, useRef } from 'react';
import { mediaAddress } from '#src/lib/media-links.ts';
import { isSavingData } from '#src/ui/live/saving-data.ts';
import type { VideoPreload } from './play-by-hls.ts';
import type { VideoSource } from './play-video.ts';

async function loadVideo(source: VideoSource, preload: VideoPreload) {
  // The player finds the playlist in the browser's cache.
  fetch(mediaAddress(source.mediaId, 'master.m3u8', source.mediaToken)).catch(() => {});
  const [{ VideoPlayer }, { prepareVideo }] = await Promise.all([
    import('./video-player.tsx'),
    import('./play-video.ts'),
  ]);
  return { Player: VideoPlayer, prepared: prepareVideo(source, preload) };
}

/** The player, and the video that it will play. */
export type LoadedVideo = Awaited<ReturnType<typeof loadVideo>>;

/**
 * Loads the player and the beginning of a video while it is in view, unless the browser saves data.
 * @returns a function that loads them, or returns what is already loading
 */
export function usePreparedVideo(
  source: VideoSource,
  { preload, isInView }: { preload: VideoPreload; isInView: boolean },
): () => Promise<LoadedVideo> {
  const loading = useRef<Promise<LoadedVideo> | null>(null);
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  const prepare = useCallback(() => {
    loading.current ??= loadVideo(latest.current, preload).catch((error: unknown) => {
      loading.current = null;
      throw error;
    });
    return loading.current;
  }, [preload]);

  const discard = useCallback(() => {
    loading.current?.then(
      ({ prepared }) => prepared.discard(),
      () => {},
    );
    loading.current = null;
  }, []);

  useEffect(() => {
    if (!isInView || isSavingData()) return;
    // A click on Play tries again and shows the failure.
    prepare().catch(() => {});
    return discard;
  }, [isInView, prepare, discard]);
  useEffect(() => discard, [discard]);
  return prepare;
}
