import type { VerificationResult } from '#src/features/agency/verification-providers/verification-providers.schema.ts';
import { MINIMUM_AGE } from '#src/features/identity/accounts/accounts.schema.ts';
import { calculateAge } from '#src/lib/dates.ts';
import type { Difference } from './verification.schema.ts';

type Registered = { legalGivenNames: string; legalSurname: string; dateOfBirth: string };

/** What an approval by a provider means for the person in the register. */
export type Verdict =
  | { status: 'verified' }
  | { status: 'checked'; differences: Difference[] }
  | { status: 'rejected'; reason: string; isUnderage: boolean };

const EXPIRED = 'The document has expired.';
const UNDERAGE = 'The document says that the person is under 18.';

/** A name as documents print it: without accents, hyphens, points and case. */
const plainName = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');

/** Whether two legal names are equal as documents print them. */
export function isSameLegalName(one: string | null, other: string): boolean {
  return one !== null && plainName(one) === plainName(other);
}

/** Compares what the provider read with the register. @param today YYYY-MM-DD in UTC */
export function judgeApproval(
  { person, expiresOn }: Pick<VerificationResult, 'person' | 'expiresOn'>,
  registered: Registered,
  today: string,
): Verdict {
  const { dateOfBirth } = person;
  if (dateOfBirth !== null && calculateAge(dateOfBirth, new Date(today)) < MINIMUM_AGE) {
    return { status: 'rejected', reason: UNDERAGE, isUnderage: true };
  }
  if (expiresOn !== null && expiresOn < today) {
    return { status: 'rejected', reason: EXPIRED, isUnderage: false };
  }
  const isSameName =
    isSameLegalName(person.givenNames, registered.legalGivenNames) &&
    isSameLegalName(person.surname, registered.legalSurname);
  const differences: Difference[] = [
    ...(isSameName ? [] : (['name'] as const)),
    ...(dateOfBirth === registered.dateOfBirth ? [] : (['date-of-birth'] as const)),
    ...(expiresOn === null ? (['expiry'] as const) : []),
  ];
  return differences.length > 0 ? { status: 'checked', differences } : { status: 'verified' };
}

/** Why the differences that a provider found cannot be confirmed; null if they can. */
export function whyNotConfirmed(
  { readDateOfBirth, expiresOn }: { readDateOfBirth: string | null; expiresOn: string | null },
  registered: Pick<Registered, 'dateOfBirth'>,
): string | null {
  if (expiresOn === null) {
    return 'The document has no last day. Reject this check, and verify the person by hand.';
  }
  return readDateOfBirth === registered.dateOfBirth
    ? null
    : 'The date of birth differs. Correct the register if it’s wrong, or reject this check.';
}
