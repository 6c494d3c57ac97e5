import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AiUse } from '#src/features/content/publication-rule/ai-use.schema.ts';
import { call, client } from '#src/web/client.ts';

type Selected = { influencerId: string | null; aiUse: AiUse | null };

/** What was said about the newest posts of an influencer; null before the first one. */
const lastAiUseQuery = (influencerId: string | null) =>
  queryOptions({
    queryKey: ['posts', 'last-ai-use', influencerId],
    queryFn: async () => {
      const query = { influencerId: influencerId ?? undefined };
      const { posts } = await call(client.api.posts.$get({ query }));
      return posts.find(({ aiUse }) => aiUse !== null)?.aiUse ?? null;
    },
    enabled: influencerId !== null,
    staleTime: 60_000,
  });

/** Selects what was said about the newest post of the influencer, unless the user has chosen. */
export function useDefaultAiUse(
  { influencerId, aiUse }: Selected,
  onSelect: (aiUse: AiUse) => void,
): void {
  const { data: lastAiUse } = useQuery(lastAiUseQuery(influencerId));
  const last = useRef<Selected>({ influencerId: null, aiUse: null });
  useEffect(() => {
    if (lastAiUse === undefined || last.current.influencerId === influencerId) return;
    const isChosen = aiUse !== null && aiUse !== last.current.aiUse;
    last.current = { influencerId, aiUse: lastAiUse };
    if (lastAiUse && !isChosen) onSelect(lastAiUse);
  }, [lastAiUse, influencerId, aiUse, onSelect]);
}
