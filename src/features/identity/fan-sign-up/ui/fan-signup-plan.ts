import { z } from 'zod';
import {
  credentialsSchema,
  demographicsSchema,
  preferencesSchema,
} from '#src/features/identity/accounts/accounts.schema.ts';
import { CATEGORIES, type Category } from '#src/lib/categories.ts';
import type { WizardPlan } from '#src/ui/forms/wizard-plan.ts';

/** The input so far, valid or not. */
export type FanSignupDraft = {
  gender: string;
  sexualPreference: string;
  dateOfBirth: string;
  preferences: Category[];
  specialDataConsent: boolean;
  email: string;
  password: string;
  confirmPassword: string;
};

export const FAN_SIGNUP: WizardPlan<FanSignupDraft> = {
  key: 'fan-signup',
  steps: [
    { title: 'Demographics', schema: demographicsSchema },
    { title: 'Preferences', schema: preferencesSchema },
    { title: 'Credentials', schema: credentialsSchema },
  ],
  empty: {
    gender: '',
    sexualPreference: '',
    dateOfBirth: '',
    preferences: [],
    specialDataConsent: false,
    email: '',
    password: '',
    confirmPassword: '',
  },
  // Passwords are never stored.
  storedSchema: z.object({
    gender: z.string(),
    sexualPreference: z.string(),
    dateOfBirth: z.string(),
    preferences: z.array(z.enum(CATEGORIES)),
    specialDataConsent: z.boolean(),
    email: z.string(),
  }),
};
