import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '#src/lib/api-error.ts';
import { readBotTrap } from '#src/ui/forms/bot-trap.tsx';
import { clearStoredDraft, storeDraft, readStoredDraft } from '#src/ui/forms/stored-draft.ts';
import {
  serverFieldErrors,
  stepErrors,
  typedFields,
  type WizardErrors,
} from '#src/ui/forms/wizard-plan.ts';
import { call, client } from '#src/web/client.ts';
import { contactSchema } from '../contact.schema.ts';
import { askedTopic, CONTACT, startingDraft, type ContactDraft } from './contact-draft.ts';

/** The contact form: the browser holds what is typed, and it is kept until it has been sent. */
export function useContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const asked = useRef('');
  const [errors, setErrors] = useState<WizardErrors<ContactDraft>>({});
  // A new object moves the focus to what is wrong.
  const [attention, setAttention] = useState({});
  const [formError, setFormError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sentFrom, setSentFrom] = useState<string>();

  const draftOf = (fields: HTMLFormElement): ContactDraft => ({
    ...CONTACT.empty,
    ...typedFields(CONTACT, new FormData(fields)),
    asked: asked.current,
  });

  useLayoutEffect(() => {
    const fields = form.current;
    if (!fields) return;
    asked.current = askedTopic(window.location.search);
    const kept = readStoredDraft(CONTACT)?.draft ?? CONTACT.empty;
    // What was typed while the page loaded stays.
    const typed = typedFields(CONTACT, new FormData(fields));
    for (const [name, value] of Object.entries({
      ...startingDraft(kept, asked.current),
      ...typed,
    })) {
      const input = fields.elements.namedItem(name);
      if (input) (input as HTMLInputElement).value = value;
    }
  }, []);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [attention]);

  const showErrors = (found: WizardErrors<ContactDraft>) => {
    setErrors(found);
    setAttention({});
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
      setFormError(known ? error.message : 'Your message could not be sent.');
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
    /** The sender's address, once the message was sent. */
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
