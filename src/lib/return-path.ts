const MAX_LENGTH = 2_000;
const ONE_SLASH_AND_PLAIN = /^\/(?!\/)[^\\\p{Cc}]*$/u;
const SIGN_IN = /^\/(auth|login)\/*$/i;

/**
 * The path that a user requested before having to sign in; null for anything that would lead to
 * another site or back to the sign-in page.
 */
export function returnPath(next: unknown, origin: string): string | null {
  if (typeof next !== 'string' || next.length > MAX_LENGTH || !ONE_SLASH_AND_PLAIN.test(next)) {
    return null;
  }
  const { origin: site, pathname, search, hash } = new URL(next, origin);
  // The normalized path of "/.//elsewhere" would be the address of another site.
  if (site !== new URL(origin).origin || pathname.includes('//') || SIGN_IN.test(pathname)) {
    return null;
  }
  return pathname + search + hash;
}
