// What stands between the quotes may hold commas, so a list cannot be split at them.
const OPAQUE_TAG = /"[^"]*"/g;

const opaqueTag = (etag: string): string => (etag.startsWith('W/') ? etag.slice(2) : etag);

/**
 * Whether an If-None-Match header names the entity tag of the present answer, so that 304 says it
 * all: by weak comparison, in a list or by `*` (RFC 9110, 8.8.3.2 and 13.1.2).
 */
export function matchesEntityTag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(OPAQUE_TAG)?.includes(opaqueTag(etag)) ?? false;
}
