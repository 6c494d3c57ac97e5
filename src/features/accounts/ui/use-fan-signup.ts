import type { RefObject } from 'react';
import { call, client } from '#src/client.ts';
import { keepToast } from '#src/ui/kept-toast.ts';
import { leaveTo } from '#src/ui/leave-to.ts';
import { useWizard } from '#src/ui/use-wizard.ts';
import { fanSignupSchema } from '../accounts.schema.ts';
import { FAN_SIGNUP } from './fan-signup-plan.ts';
import { readReturnPath, withReturnPath } from './sign-in-address.ts';

/** The state of the fan's sign-up. */
export function useFanSignup(form: RefObject<HTMLFormElement | null>) {
  return useWizard({
    plan: FAN_SIGNUP,
    form,
    send: (draft) => call(client.api.fans.$post({ json: fanSignupSchema.parse(draft) })),
    onSent: () => {
      keepToast({
        title: 'Account Created Successfully!',
        description: 'You can sign in now.',
      });
      return leaveTo(withReturnPath('/login', readReturnPath()));
    },
    fallback: 'An error occurred while creating your account',
    refusedBy: ({ problem, message }) =>
      problem.code === 'email-taken' ? { email: message } : undefined,
  });
}
