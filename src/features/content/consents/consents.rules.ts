import { formatUtcDate } from '#src/lib/locale/dates.ts';
import type { Consent } from './consents.schema.ts';

type Coverage = Pick<Consent, 'kind' | 'post' | 'influencer' | 'startsOn' | 'endsOn'>;

/** What a consent is for. */
export function coverageText({ kind, post, influencer, startsOn, endsOn }: Coverage): string {
  if (kind === 'post') return post ? `The post “${post.caption}”` : 'A deleted post';
  const posts = influencer ? `Posts of ${influencer.fullName}` : 'Posts of a deleted influencer';
  const from = formatUtcDate(startsOn!);
  return endsOn ? `${posts} from ${from} to ${formatUtcDate(endsOn)}` : `${posts} from ${from} on`;
}
