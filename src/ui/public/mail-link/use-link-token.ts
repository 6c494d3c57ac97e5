import { useEffect, useState } from 'react';

/** The secret of a mail's link; after its only use, the result of that instead. */
type LinkToken = { token: string | null; result?: unknown };

const storageKey = () => `mail-link:${window.location.pathname}`;

// The tab's storage survives a reload; unlike the address, it is in no history and no screenshot.
function storeLink(link: LinkToken): void {
  try {
    sessionStorage.setItem(storageKey(), JSON.stringify(link));
  } catch {
    // Without storage the link has to be opened again after a reload.
  }
}

function readStoredLink(): LinkToken {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey()) ?? '') as LinkToken;
  } catch {
    return { token: null };
  }
}

/** Replaces the stored secret of this page's link, which works once, with what a reload shows. */
export function spendLink(result: unknown): void {
  storeLink({ token: null, result });
}

/**
 * Reads the token from the address fragment, removes it from the address bar and the history, and
 * stores it until the tab is closed, the link is spent or the user signs out.
 * The token is null without a link, and undefined before the first read.
 */
export function useLinkToken(): Partial<LinkToken> {
  const [link, setLink] = useState<Partial<LinkToken>>({});
  useEffect(() => {
    const readLink = () => {
      const { hash, pathname, search } = window.location;
      const token = hash.slice(1);
      // The skip link leads to an element of the page.
      if (token && !document.getElementById(token)) {
        storeLink({ token });
        window.history.replaceState(window.history.state, '', pathname + search);
        setLink({ token });
      } else {
        setLink((known) => (known.token ? known : readStoredLink()));
      }
    };
    readLink();
    // Opening another link while the page is open changes only the fragment.
    window.addEventListener('hashchange', readLink);
    return () => window.removeEventListener('hashchange', readLink);
  }, []);
  return link;
}
