import {
  saveSpecialData,
  type SpecialDataServices,
} from '#src/features/identity/special-data/server/special-data.ts';
import {
  CONSENT_VERSION,
  type SpecialData,
} from '#src/features/identity/special-data/special-data.schema.ts';
import type { Secrets } from '#src/platform/config/keys.ts';
import { openOf, sealFor } from '#src/platform/database/sealed-column.ts';
import type { NewFan } from '../sign-up.schema.ts';
import { SIGN_UP_SPECIAL_DATA, type signUps } from './sign-ups.table.ts';

/** The special-category data of a new fan; null without a consent. */
export function specialDataOf(newFan: NewFan): SpecialData | null {
  const { sexualPreference, preferences, specialDataConsent } = newFan;
  return specialDataConsent ? { sexualPreference, preferences } : null;
}

/** The columns with the special-category data of a sign-up that waits for its confirmation. */
export function sealSpecialData(secrets: Secrets, signUpId: string, newFan: NewFan) {
  const data = specialDataOf(newFan);
  return (
    data && {
      specialData: sealFor(secrets, SIGN_UP_SPECIAL_DATA, signUpId, JSON.stringify(data)),
      consentedAt: new Date(),
      consentVersion: CONSENT_VERSION,
    }
  );
}

/** Moves the special-category data of a sign-up to the new fan, with the consent as it was given. */
export async function moveSpecialData(
  services: SpecialDataServices,
  { id, specialData, consentedAt, consentVersion }: typeof signUps.$inferSelect,
  userId: string,
): Promise<void> {
  if (!specialData || !consentedAt || !consentVersion) return;
  const text = openOf(services.config.secrets, SIGN_UP_SPECIAL_DATA, id, specialData);
  const data = JSON.parse(text) as SpecialData;
  await saveSpecialData(services, userId, data, { consentedAt, consentVersion });
}
