import { useEffect, useState } from 'react';

/**
 * The token in the fragment of this page's address, which then leaves the address bar and with it
 * the history; null when there is none, undefined until that is known.
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
    // A link that is opened while the page is open changes the fragment alone.
    window.addEventListener('hashchange', readToken);
    return () => window.removeEventListener('hashchange', readToken);
  }, []);
  return token;
}
