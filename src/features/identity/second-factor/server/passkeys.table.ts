import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sessions } from '#src/features/identity/accounts/server/accounts.table.ts';
import { createdAt, instant, oneOf, primaryId } from '#src/platform/database/columns.ts';
import { PASSKEY_PURPOSES } from '../passkeys.schema.ts';
import { secondFactors } from './second-factor.table.ts';

/** Passkeys (discoverable WebAuthn credentials), each of which signs in its user alone. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    /** The id that the authenticator chose, in base64url. */
    credentialId: text().notNull(),
    /** The COSE key, in base64url. */
    publicKey: text().notNull(),
    /** The authenticator's count of uses; always 0 for passkeys that are synchronized. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How browsers reach the authenticator, such as "internal" or "usb". */
    transports: text().array().notNull(),
    /** Whether the passkey is stored in more than one place. */
    isBackedUp: boolean().notNull(),
    /** Browser and system in which the passkey was added. */
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant(),
  },
  (table) => [
    uniqueIndex('passkeys_credential_id_key').on(table.credentialId),
    index('passkeys_user_id_idx').on(table.userId),
  ],
);

/** What authenticators have to sign, each once and within five minutes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** Random bytes in base64url. */
    challenge: text().primaryKey(),
    purpose: text({ enum: PASSKEY_PURPOSES }).notNull(),
    /** The session that requested it; null for signing in. */
    sessionId: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index('passkey_challenges_expires_at_idx').on(table.expiresAt),
    index('passkey_challenges_session_id_idx').on(table.sessionId),
    oneOf('passkey_challenges_purpose_check', table.purpose, PASSKEY_PURPOSES),
    check(
      'passkey_challenges_session_unless_signing_in',
      sql`(${table.purpose} = 'sign-in') = (${table.sessionId} is null)`,
    ),
  ],
);
