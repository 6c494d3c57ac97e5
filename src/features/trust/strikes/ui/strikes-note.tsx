import { useQuery } from '@tanstack/react-query';
import { strikesText } from '../strikes.rules.ts';
import { strikesQuery } from './strikes-queries.ts';

/** How many strikes an influencer has; nothing without any. */
export function StrikesNote({ influencerId }: { influencerId: string }) {
  const { data } = useQuery(strikesQuery(influencerId));
  if (!data || data.strikes.length === 0) return null;
  return (
    <small>
      {strikesText(data)}
      {data.needsDecision && '. Somebody has to decide about this account'}
    </small>
  );
}
