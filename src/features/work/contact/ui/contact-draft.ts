import { z } from 'zod';
import type { WizardPlan } from '#src/ui/forms/wizard-plan.ts';
import { CONTACT_TOPICS, contactSchema } from '../contact.schema.ts';

/** The input so far, valid or not. */
export type ContactDraft = {
  name: string;
  email: string;
  topic: string;
  message: string;
  /** The topic in the address at that time. */
  requestedTopic: string;
};

/** The contact form, as a wizard of one step. */
export const CONTACT: WizardPlan<ContactDraft> = {
  key: 'contact',
  steps: [{ title: 'Message', schema: contactSchema }],
  empty: { name: '', email: '', topic: '', message: '', requestedTopic: '' },
  storedSchema: z.object({
    name: z.string(),
    email: z.string(),
    topic: z.string(),
    message: z.string(),
    requestedTopic: z.string(),
  }),
};

/** The topic in the search parameters of an address, or an empty string. */
export function topicInAddress(search: string): string {
  const topic = new URLSearchParams(search).get('topic');
  return CONTACT_TOPICS.find((known) => known === topic) ?? '';
}

/** The initial draft: the stored one, with the topic of the address if that is new. */
export function initialDraft(stored: ContactDraft, requestedTopic: string): ContactDraft {
  return {
    ...stored,
    topic:
      requestedTopic && requestedTopic !== stored.requestedTopic ? requestedTopic : stored.topic,
    requestedTopic,
  };
}
