import type { RefObject } from 'react';
import { fanSignupSchema } from '#src/features/identity/accounts/accounts.schema.ts';
import { withReturnPath } from '#src/features/identity/auth/ui/sign-in-address.ts';
import { navigateAway } from '#src/ui/dialogs/navigate-away.ts';
import { toastOnNextPage } from '#src/ui/elements/deferred-toast.ts';
import { useWizard } from '#src/ui/forms/use-wizard.ts';
import { call, client } from '#src/web/client.ts';
import { FAN_SIGNUP } from './fan-signup-plan.ts';
import { readPageAfterSignup } from './use-joined-influencer.ts';

/** The state of the fan's sign-up. */
export function useFanSignup(form: RefObject<HTMLFormElement | null>) {
  return useWizard({
    plan: FAN_SIGNUP,
    form,
    send: (draft) => call(client.api.fans.$post({ json: fanSignupSchema.parse(draft) })),
    onSent: () => {
      toastOnNextPage({
        title: 'Account Created Successfully!',
        description: 'Welcome to Velvet Rope.',
      });
      // The sign-up has signed the fan in, so the sign-in page redirects to the next page.
      return navigateAway(withReturnPath('/login', readPageAfterSignup()));
    },
    fallbackMessage: 'An error occurred while creating your account',
    toFieldErrors: ({ problem, message }) =>
      problem.code === 'email-taken' ? { email: message } : undefined,
  });
}
