import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { containsText } from '#src/platform/database/statement.ts';

/** Finds words in name, e-mail address or public URL of a row of profiles. */
export const findsWords = (words: string | undefined) =>
  containsText(words, profiles.fullName, profiles.email, profiles.publicUrl);
