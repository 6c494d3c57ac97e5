import { useEffect, useState } from 'react';

/**
 * Reads the token from the address fragment and removes it from the address bar and the history.
 * Null without a token, undefined before the first read.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const readToken = () => {
      const { hash, pathname, search } = window.location;
      if (hash.length > 1) {
        setToken(hash.slice(1));
        window.history.replaceState(window.history.state, '', pathname + search);
      } else {
        setToken((known) => known ?? null);
      }
    };
    readToken();
    // Opening another link while the page is open changes only the fragment.
    window.addEventListener('hashchange', readToken);
    return () => window.removeEventListener('hashchange', readToken);
  }, []);
  return token;
}
