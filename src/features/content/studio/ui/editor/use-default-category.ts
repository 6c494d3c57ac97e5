import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { influencerOptionQuery } from '#src/features/agency/influencers/ui/influencer-queries.ts';
import type { Category } from '#src/lib/categories.ts';

type Selected = { influencerId: string | null; category: Category | null };

/** Selects the category of the influencer, unless the user has chosen another one. */
export function useDefaultCategory(
  { influencerId, category }: Selected,
  onSelect: (category: Category) => void,
): void {
  const { data: influencer } = useQuery(influencerOptionQuery(influencerId));
  const last = useRef<Selected>({ influencerId: null, category: null });
  useEffect(() => {
    if (influencer?.id !== influencerId || last.current.influencerId === influencerId) return;
    const isChosen = category !== null && category !== last.current.category;
    last.current = { influencerId, category: influencer.category };
    if (influencer.category && !isChosen) onSelect(influencer.category);
  }, [influencer, influencerId, category, onSelect]);
}
