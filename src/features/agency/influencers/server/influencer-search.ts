import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { containsWords } from '#src/platform/database/statement.ts';

/** Finds words in name, e-mail address or public URL of a row of profiles. */
export const matchesInfluencerSearch = (search: string | undefined) =>
  containsWords(search, profiles.fullName, profiles.email, profiles.publicUrl);
