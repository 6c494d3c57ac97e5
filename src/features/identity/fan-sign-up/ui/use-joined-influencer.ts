import { useEffect, useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { preferredInfluencer } from '#src/features/identity/auth/ui/preferred-influencer.ts';
import { readReturnPath } from '#src/features/identity/auth/ui/sign-in-address.ts';
import { parsePublicUrl } from '#src/lib/slug.ts';

const SUBSCRIBE_PATH = /^\/marketplace\/subscribe\/([^/?#]+)$/;

type JoinedInfluencer = {
  fullName: string;
  /** Null while nothing can be bought. */
  priceCents: number | null;
  /** Whether there is an active plan. */
  isOffered: boolean;
};

/**
 * The public URL of the influencer from whose page the visitor came: named by the address, or by the
 * subscribe page to which the visitor wants to return.
 */
function readJoinedUrl(): string | null {
  // Read from the address itself, because the router would parse a name like "007" as a number.
  const named = new URLSearchParams(window.location.search).get('influencer');
  return parsePublicUrl(named ?? SUBSCRIBE_PATH.exec(readReturnPath() ?? '')?.[1]);
}

/** The influencer for whom the visitor signs up; null while unknown and without one. */
export function useJoinedInfluencer(): JoinedInfluencer | null {
  const [influencer, setInfluencer] = useState<JoinedInfluencer | null>(null);
  useEffect(() => {
    const publicUrl = readJoinedUrl();
    if (!publicUrl) return;
    if (new URLSearchParams(window.location.search).has('influencer')) {
      preferredInfluencer.store(publicUrl);
    }
    call(client.api.marketplace[':publicUrl'].$get({ param: { publicUrl } })).then(
      ({ influencer: { fullName, priceCents, subscribeState } }) =>
        setInfluencer({
          fullName,
          priceCents: subscribeState === 'available' ? priceCents : null,
          isOffered: subscribeState !== 'unavailable',
        }),
      // Unknown, suspended or not loaded: the sign-up works without the name.
      () => {},
    );
  }, []);
  return influencer;
}

/**
 * The page after signing up: the requested one, else the subscribe page of the influencer, which
 * redirects to the marketplace if there is nothing to subscribe to. Null without either.
 */
export function readPageAfterSignup(): string | null {
  const publicUrl = readJoinedUrl();
  return readReturnPath() ?? (publicUrl && `/marketplace/subscribe/${publicUrl}`);
}
