import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { call, client } from '#src/client/client.ts';
import { invalidateQueries } from '#src/ui/live/invalidate-queries.ts';
import { useLiveEvents } from '#src/ui/live/use-live-events.ts';
import { serverFieldsOf, type UploadItem } from './upload-items.ts';

const STATES_KEY = ['media', 'states'];
const MISSING_TEXT = 'The file no longer exists';

/** Updates the items of uploaded files until they are ready or failed. */
export function useMediaStates(
  items: UploadItem[],
  change: (key: string, patch: Partial<UploadItem>) => void,
) {
  const queryClient = useQueryClient();
  const processing = items.filter(({ state, mediaId }) => state === 'processing' && mediaId);
  const ids = processing.map(({ mediaId }) => mediaId!).toSorted();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: [...STATES_KEY, ids],
    queryFn: async () =>
      (await call(client.api.media.$get({ query: { ids: ids.join(',') } }))).media,
    enabled: ids.length > 0,
    staleTime: 0,
  });
  const refresh = useCallback(
    () => void invalidateQueries(queryClient, { queryKey: STATES_KEY }),
    [queryClient],
  );
  useLiveEvents('media', refresh);

  useEffect(() => {
    if (!data) return;
    for (const { key, mediaId } of processing) {
      const media = data.find(({ id }) => id === mediaId);
      if (!media) change(key, { state: 'failed', failure: MISSING_TEXT, mediaId: null });
      else if (media.state !== 'processing') change(key, serverFieldsOf(media));
    }
    // Runs once for each response.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data, dataUpdatedAt]);
}
