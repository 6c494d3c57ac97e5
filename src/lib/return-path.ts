const LONGEST = 2_000;
const ONE_SLASH_AND_PLAIN = /^\/(?!\/)[^\\\p{Cc}]*$/u;
const SIGN_IN = /^\/(auth|login)\/*$/i;

/**
 * The address that someone wanted before they had to sign in, from its slash on; null for anything
 * that would lead to another site, or to the sign-in page again.
 */
export function returnPath(next: unknown, origin: string): string | null {
  if (typeof next !== 'string' || next.length > LONGEST || !ONE_SLASH_AND_PLAIN.test(next)) {
    return null;
  }
  const { origin: site, pathname, search, hash } = new URL(next, origin);
  // A path such as "/.//elsewhere" would be another site's address once it stands alone.
  if (site !== new URL(origin).origin || pathname.includes('//') || SIGN_IN.test(pathname)) {
    return null;
  }
  return pathname + search + hash;
}
