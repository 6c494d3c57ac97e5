import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { containsText } from '#src/platform/database/statement.ts';

/** The condition that a profile's name, email address or public URL matches the search. */
export function matchesInfluencerSearch(search: string | undefined) {
  return containsText(search, profiles.fullName, profiles.email, profiles.publicUrl);
}
