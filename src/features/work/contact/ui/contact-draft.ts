import { z } from 'zod';
import type { WizardPlan } from '#src/ui/forms/wizard-plan.ts';
import { CONTACT_TOPICS, contactSchema } from '../contact.schema.ts';

/** What was typed so far, right or wrong. */
export type ContactDraft = {
  name: string;
  email: string;
  topic: string;
  message: string;
  /** The topic that the address asked for while this was written. */
  asked: string;
};

/** The contact form, as a wizard of one step. */
export const CONTACT: WizardPlan<ContactDraft> = {
  key: 'contact',
  steps: [{ title: 'Message', schema: contactSchema }],
  empty: { name: '', email: '', topic: '', message: '', asked: '' },
  storedSchema: z.object({
    name: z.string(),
    email: z.string(),
    topic: z.string(),
    message: z.string(),
    asked: z.string(),
  }),
};

/** The topic that an address asks for, if there is such a topic; else nothing. */
export function askedTopic(search: string): string {
  const topic = new URLSearchParams(search).get('topic');
  return CONTACT_TOPICS.find((known) => known === topic) ?? '';
}

/** What the form starts with: what was kept, under the topic that was asked for anew. */
export const startingDraft = (kept: ContactDraft, asked: string): ContactDraft => ({
  ...kept,
  topic: asked && asked !== kept.asked ? asked : kept.topic,
  asked,
});
