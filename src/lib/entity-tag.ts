// A quoted tag may contain commas, so a list cannot be split at them.
const OPAQUE_TAG = /"[^"]*"/g;

const opaqueTag = (etag: string): string => (etag.startsWith('W/') ? etag.slice(2) : etag);

/**
 * Whether an If-None-Match header matches the entity tag of a response, which can then be a 304: by
 * weak comparison, in a list or with `*` (RFC 9110, 8.8.3.2 and 13.1.2).
 */
export function matchesEntityTag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(OPAQUE_TAG)?.includes(opaqueTag(etag)) ?? false;
}
