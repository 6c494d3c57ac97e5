import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { call, client } from '#src/client/client.ts';
import { toast } from '#src/ui/elements/toast.ts';
import type { MarketplaceCard } from '../marketplace.schema.ts';
import styles from './favorite-button.module.css';
import { MARKETPLACE_LISTS_KEY, type MarketplacePages } from './marketplace-queries.ts';

/** The heart of a card, which adds an influencer to the fan's favorites or removes them. */
export function FavoriteButton({ card }: { card: MarketplaceCard }) {
  const { id, fullName, isFavorite } = card;
  const { mutate } = useFavorite(id);
  return (
    <button
      type="button"
      className={styles.favorite}
      data-active={isFavorite || undefined}
      onClick={() => mutate(!isFavorite)}
    >
      <Heart size={20} aria-hidden="true" />
      <span className="visually-hidden">
        {isFavorite ? `Remove ${fullName} from favorites` : `Add ${fullName} to favorites`}
      </span>
    </button>
  );
}

/** Changes a favorite in all loaded lists at once, and back if the server refuses. */
function useFavorite(influencerId: string) {
  const queryClient = useQueryClient();
  const lists = { queryKey: MARKETPLACE_LISTS_KEY };
  const show = (isFavorite: boolean) =>
    queryClient.setQueriesData<MarketplacePages>(
      lists,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            influencers: page.influencers.map((card) =>
              card.id === influencerId ? { ...card, isFavorite } : card,
            ),
          })),
        },
    );
  return useMutation({
    // Changes of one influencer run one after the other.
    scope: { id: `favorite-${influencerId}` },
    mutationFn: (isFavorite: boolean) => {
      const favorite = client.api.favorites[':influencerId'];
      const param = { influencerId };
      return isFavorite ? call(favorite.$put({ param })) : call(favorite.$delete({ param }));
    },
    onMutate: async (isFavorite) => {
      await queryClient.cancelQueries(lists);
      show(isFavorite);
    },
    onError: (error, isFavorite) => {
      show(!isFavorite);
      toast.error('Error', { description: error.message });
    },
    // The shown list does not change while it is read; others are loaded again when opened.
    onSettled: () => queryClient.invalidateQueries({ ...lists, refetchType: 'none' }),
  });
}
