import { useState, type RefObject } from 'react';
import { call, client } from '#src/client/client.ts';
import { fanSignupSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import { withReturnPath } from '#src/features/identity/auth/ui/sign-in-address.ts';
import { navigateAway } from '#src/ui/dialogs/navigate-away.ts';
import { toastOnNextPage } from '#src/ui/elements/deferred-toast.ts';
import { useWizard } from '#src/ui/forms/use-wizard.ts';
import { ACCOUNT_CREATED } from './account-created.ts';
import { FAN_SIGNUP } from './fan-signup-plan.ts';
import { readPageAfterSignup } from './use-joined-influencer.ts';

/** The state of the fan's sign-up; `mailedTo` is the address that the fan has to confirm first. */
export function useFanSignup(form: RefObject<HTMLFormElement | null>) {
  const [mailedTo, setMailedTo] = useState<string>();
  const wizard = useWizard({
    plan: FAN_SIGNUP,
    form,
    async send(draft) {
      const next = readPageAfterSignup();
      const fan = fanSignupSchema.parse(draft);
      const json = { ...fan, ...(next !== null && { next }) };
      const { isSignedIn } = await call(client.api.fans.$post({ json }));
      return { isSignedIn, email: fan.email, next };
    },
    onSent: ({ isSignedIn, email, next }) => {
      if (!isSignedIn) return setMailedTo(email);
      toastOnNextPage(ACCOUNT_CREATED);
      // The sign-up has signed the fan in, so the sign-in page redirects to the next page.
      return navigateAway(withReturnPath('/login', next));
    },
    fallbackMessage: 'An error occurred while creating your account',
    toFieldErrors: ({ problem, message }) =>
      problem.code === 'email-taken' ? { email: message } : undefined,
  });
  return { ...wizard, mailedTo };
}
