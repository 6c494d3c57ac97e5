import { sql } from 'drizzle-orm';
import { personNotes } from '#src/features/agency/influencers/server/influencers.table.ts';
import {
  sessions,
  userRoles,
  users,
} from '#src/features/identity/accounts/server/accounts.table.ts';
import { avatars } from '#src/features/identity/accounts/server/avatars.table.ts';
import { emailConfirmations } from '#src/features/identity/accounts/server/email-confirmations.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { staffInfluencers } from '#src/features/identity/accounts/server/staff-influencers.table.ts';
import { knownDevices } from '#src/features/identity/auth/server/known-devices.table.ts';
import { mailPreferences } from '#src/features/identity/mail-preferences/server/mail-preferences.table.ts';
import { passkeys } from '#src/features/identity/second-factor/server/passkeys.table.ts';
import { secondFactors } from '#src/features/identity/second-factor/server/second-factor.table.ts';
import { specialData } from '#src/features/identity/special-data/server/special-data.table.ts';
import { recordTags } from '#src/features/identity/tags/server/tags.table.ts';
import {
  ageChecks,
  ageVerifications,
} from '#src/features/trust/age-checks/server/age-checks.table.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import { OWNER, type PersonalData } from './exported-rows.ts';

/** Everything that is stored about an account and its sign-in. */
export const ACCOUNT_DATA: PersonalData[] = [
  { name: 'account', column: users.id, omitted: ['invited_by'] },
  { name: 'profile', column: profiles.id, omitted: ['version', 'profile_photo_s3_key', ...OWNER] },
  { name: 'role', column: userRoles.userId },
  { name: 'sessions', column: sessions.userId, omitted: ['token', 'viewing_as', 'viewing_until'] },
  {
    name: 'viewed-by-our-team',
    column: auditEntries.entityId,
    omitted: ['entity_id'],
    from: sql`
      (select ${auditEntries.at}, ${auditEntries.after} ->> 'reason' as reason, ${auditEntries.entityId}
      from ${auditEntries}
      where ${auditEntries.entity} = 'profiles' and ${auditEntries.action} = 'viewed-as'
      ) as ${auditEntries}`,
  },
  { name: 'known-devices', column: knownDevices.userId, omitted: ['device_hash'] },
  { name: 'email-addresses', column: emailConfirmations.userId, omitted: ['admin_id'] },
  { name: 'second-factor', column: secondFactors.userId, omitted: ['secret', 'last_step'] },
  { name: 'special-data-consent', column: specialData.userId, omitted: ['sealed'] },
  {
    name: 'passkeys',
    column: passkeys.userId,
    omitted: ['credential_id', 'public_key', 'counter'],
  },
  { name: 'age-verifications', column: ageVerifications.userId },
  { name: 'age-checks', column: ageChecks.userId, omitted: ['reference'] },
  { name: 'mail-preferences', column: mailPreferences.userId },
  { name: 'photo', column: avatars.userId, omitted: ['s3_key'] },
  { name: 'notes', column: personNotes.personId, omitted: ['created_by'] },
  { name: 'tags', column: recordTags.personId, omitted: ['application_id', 'task_id'] },
  { name: 'limits', column: staffInfluencers.staffId },
];
