import {
  PROVIDER_LABELS,
  type VerificationProviderName,
} from '#src/features/agency/verification-providers/verification-providers.schema.ts';
import type { Verification } from '../verification.schema.ts';

type Check = NonNullable<Verification['check']>;
type Session = NonNullable<Check['session']>;

/** What is known about a verification, and what to do next. */
export function instructionOf({ check, provider, isUnderage }: Verification): string {
  if (isUnderage) {
    return 'The ID document says that this person is under 18. Their posts are offline. Only an admin can go on, by lifting the hold under Retention.';
  }
  switch (check?.status) {
    case 'started':
      return check.session ? waitingText(check.session) : paperText(check);
    case 'checked':
      if (check.session) {
        return 'The document is genuine, but it differs from the register. Correct the register if it’s wrong, then confirm. Reject the check if this is another person.';
      }
      return check.isOwnCheck
        ? 'A colleague has to look at the same documents and confirm your check.'
        : 'Look at both documents. Confirm the check if they show the same person and the word.';
    case 'verified':
      return 'Start another check when the document expires or changes.';
    case 'ended':
      return `The last check ended without a result. ${startText(provider)}`;
    case 'rejected':
    case undefined:
      return startText(provider);
  }
}

const startText = (provider: VerificationProviderName | null): string =>
  provider
    ? `The person shows an ID document and their face to ${PROVIDER_LABELS[provider]}, or two people of your team compare both.`
    : 'Two people compare the ID document with a picture of the face.';

const paperText = ({ word }: Check): string =>
  `Ask for a picture of their ID document, and one of their face beside a sheet of paper with the words ${word}. Add both under Documents, compare them, then record the check.`;

function waitingText({ provider, status, isReady }: Session): string {
  const name = PROVIDER_LABELS[provider];
  if (!isReady) return `The check could not be created by ${name}. Try again.`;
  switch (status) {
    case 'submitted':
    case 'review':
      return 'The person has sent the pictures. The result arrives by itself.';
    case 'resubmission':
      return 'The pictures were not good enough. The person can try again with the same link.';
    case 'created':
    case 'approved':
    case 'declined':
    case 'expired':
      return 'Waiting for the person to open the link. The result arrives by itself.';
  }
}
