import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { call, client } from '#src/client/client.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { readBotTrap } from '#src/ui/forms/bot-trap.tsx';
import { showFirstError } from '#src/ui/forms/show-error.ts';
import { clearStoredDraft, storeDraft, readStoredDraft } from '#src/ui/forms/stored-draft.ts';
import {
  serverFieldErrors,
  stepErrors,
  typedFields,
  type WizardErrors,
} from '#src/ui/forms/wizard-plan.ts';
import { contactSchema } from '../contact.schema.ts';
import { topicInAddress, CONTACT, initialDraft, type ContactDraft } from './contact-draft.ts';

/** Fills in the empty name and email of a signed-in sender; the page itself is the same for all. */
async function fillInSender({ elements }: HTMLFormElement): Promise<void> {
  const { session } = await call(client.api.auth.session.$get());
  if (!session) return;
  const { fullName: name, email } = session.user;
  for (const [field, value] of Object.entries({ name, email })) {
    const input = elements.namedItem(field) as HTMLInputElement;
    input.value ||= value;
  }
}

/** The contact form with uncontrolled fields; the draft is stored until the message is sent. */
export function useContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const topic = useRef('');
  const [errors, setErrors] = useState<WizardErrors<ContactDraft>>({});
  // A new object moves the focus to the first error.
  const [focusRequest, setFocusRequest] = useState({});
  const [formError, setFormError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sentFrom, setSentFrom] = useState<string>();

  const draftOf = (fields: HTMLFormElement): ContactDraft => ({
    ...CONTACT.empty,
    ...typedFields(CONTACT, new FormData(fields)),
    requestedTopic: topic.current,
  });

  useLayoutEffect(() => {
    const fields = form.current;
    if (!fields) return;
    topic.current = topicInAddress(window.location.search);
    const storedDraft = readStoredDraft(CONTACT)?.draft ?? CONTACT.empty;
    // Input typed while the page loaded has priority.
    const typed = typedFields(CONTACT, new FormData(fields));
    for (const [name, value] of Object.entries({
      ...initialDraft(storedDraft, topic.current),
      ...typed,
    })) {
      const input = fields.elements.namedItem(name);
      if (input) (input as HTMLInputElement).value = value;
    }
  }, []);
  useEffect(() => {
    // Without the session, the sender types name and email.
    if (form.current) fillInSender(form.current).catch(() => {});
  }, []);
  useEffect(() => {
    showFirstError(form.current);
  }, [focusRequest]);

  const showErrors = (found: WizardErrors<ContactDraft>) => {
    setErrors(found);
    setFocusRequest({});
  };

  async function send(fields: HTMLFormElement) {
    const draft = draftOf(fields);
    const input = contactSchema.safeParse({ ...draft, ...readBotTrap(fields) });
    setFormError(undefined);
    showErrors(stepErrors(CONTACT, 0, draft));
    if (!input.success) return;
    setBusy(true);
    try {
      await call(client.api.contact.$post({ json: input.data }));
      clearStoredDraft(CONTACT);
      setSentFrom(input.data.email);
    } catch (error) {
      const known = error instanceof ApiError;
      setFormError(known ? error.message : 'Your message couldn’t be sent.');
      showErrors(serverFieldErrors(CONTACT, known ? error.problem.errors : []));
    } finally {
      setBusy(false);
    }
  }

  return {
    form,
    errors,
    formError,
    busy,
    /** The sender's email address after the message was sent. */
    sentFrom,
    onInput(event: FormEvent<HTMLFormElement>) {
      storeDraft(CONTACT, 0, draftOf(event.currentTarget));
      const { name } = event.target as HTMLInputElement;
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      if (!busy) void send(event.currentTarget);
    },
  };
}
