import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { toast } from '#src/ui/elements/toast.ts';
import type { ImageSlot, PageImages } from '../page-images.schema.ts';

const api = client.api.influencers[':id']['page-images'];

/** An influencer's pictures by slot. */
export function pageImagesQuery(influencerId: string) {
  return queryOptions({
    queryKey: ['page-images', influencerId],
    queryFn: () => call(api.$get({ param: { id: influencerId } })),
  });
}

type At = { influencerId: string; slot: ImageSlot };

/** Changes the cached pictures of a slot. */
export function showImages(
  queryClient: QueryClient,
  { influencerId, slot }: At,
  change: (shown: string[]) => string[],
): void {
  const { queryKey } = pageImagesQuery(influencerId);
  queryClient.setQueryData<PageImages>(
    queryKey,
    (data) => data && { ...data, images: { ...data.images, [slot]: change(data.images[slot]) } },
  );
}

/** The stored pictures in the order shown, because an order change may not be saved yet. */
export function inShownOrder(shown: string[], stored: string[]): string[] {
  return [
    ...shown.filter((image) => stored.includes(image)),
    ...stored.filter((image) => !shown.includes(image)),
  ];
}

/** Actions that move and remove pictures of a slot. */
export function useSlotImages({ influencerId, slot }: At) {
  const queryClient = useQueryClient();
  const { queryKey } = pageImagesQuery(influencerId);
  const at = { influencerId, slot };
  const param = { id: influencerId, slot };

  const save = useMutation({
    // Saves run one after the other, each with the current order.
    scope: { id: `order ${influencerId} ${slot}` },
    mutationFn: () => {
      const images = queryClient.getQueryData(queryKey)?.images[slot] ?? [];
      return call(api[':slot'].$put({ param, json: { images } }));
    },
    onError: (error) => {
      const isStale = error instanceof ApiError && error.problem.code === 'conflict';
      toast.error('Error', { description: isStale ? error.message : 'Failed to save changes' });
      return queryClient.invalidateQueries({ queryKey });
    },
  });

  const { mutateAsync: remove, isPending: isRemoving } = useMutation({
    mutationFn: (image: string) => call(api[':slot'].$delete({ param, query: { image } })),
    onSuccess: ({ images }) =>
      showImages(queryClient, at, (shown) => shown.filter((image) => images.includes(image))),
    onError: (error) => {
      toast.error('Error', { description: error.message });
      return queryClient.invalidateQueries({ queryKey });
    },
  });

  return {
    remove,
    isRemoving,
    move(from: number, to: number) {
      showImages(queryClient, at, (shown) => {
        const images = [...shown];
        images.splice(to, 0, ...images.splice(from, 1));
        return images;
      });
      save.mutate();
    },
  };
}
