import { useEffect, useState } from 'react';
import { returnPath } from '#src/lib/return-path.ts';

/** The address to return to is not part of the provider's address, so the tab remembers it. */
const NEXT_KEY = 'velvet.age-check-next';

/** The page that led here; null without one. */
function findNext(): string | null {
  const { pathname, origin, search } = window.location;
  const path = returnPath(new URLSearchParams(search).get('next'), origin);
  return path && !path.startsWith(pathname) ? path : null;
}

const findRemembered = () => returnPath(sessionStorage.getItem(NEXT_KEY), window.location.origin);

/**
 * Leads back to where somebody came from once their age is verified.
 * @param isVerified undefined until it is known
 */
export function useReturn(isVerified: boolean | undefined) {
  const [next, setNext] = useState<string | null>(null);
  const [leadsBack, setLeadsBack] = useState(false);
  useEffect(() => {
    // Whoever is sent here although their age is verified decides whether to go back there.
    setLeadsBack(findNext() === null && findRemembered() !== null);
    setNext(findNext() ?? findRemembered());
  }, []);
  if (isVerified === false && !leadsBack) setLeadsBack(true);
  const isReturning = isVerified === true && leadsBack && next !== null;
  useEffect(() => {
    if (!isReturning) return;
    sessionStorage.removeItem(NEXT_KEY);
    window.location.replace(next);
  }, [isReturning, next]);

  /** Remembers the address while somebody is at a provider or in a wallet. */
  function remember(): void {
    const given = findNext();
    if (!given) return;
    sessionStorage.setItem(NEXT_KEY, given);
    // A reload of this page is not another visit from there.
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }

  return { next: next ?? '/', remember, isReturning };
}
