import { z } from 'zod';
import type { WizardPlan } from '#src/ui/forms/wizard-plan.ts';
import {
  APPLICATION_FIELDS,
  contentAndBrandSchema,
  experienceSchema,
  personalInfoSchema,
  portfolioSchema,
  socialPresenceSchema,
  type ApplicationField,
} from '../../applications.schema.ts';

/** The input so far, valid or not. */
export type ApplicationDraft = Record<ApplicationField, string>;

export const APPLICATION: WizardPlan<ApplicationDraft> = {
  key: 'influencer-application',
  steps: [
    { title: 'Personal Info', schema: personalInfoSchema },
    { title: 'Social Presence', schema: socialPresenceSchema },
    { title: 'Content & Brand', schema: contentAndBrandSchema },
    { title: 'Experience', schema: experienceSchema },
    { title: 'Portfolio', schema: portfolioSchema },
  ],
  empty: Object.fromEntries(APPLICATION_FIELDS.map((field) => [field, ''])) as ApplicationDraft,
  storedSchema: z.record(z.enum(APPLICATION_FIELDS), z.string()),
};

/** Whether a required contact field is blank. */
export function lacksContact({ fullName, email, phone }: ApplicationDraft): boolean {
  return [fullName, email, phone].some((typed) => !typed.trim());
}
