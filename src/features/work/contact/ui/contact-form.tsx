import { useEffect, useRef } from 'react';
import { useHydrated } from '#src/ui/elements/use-hydrated.ts';
import { BotTrap } from '#src/ui/forms/bot-trap.tsx';
import { Field, SelectField, TextAreaField } from '#src/ui/forms/field.tsx';
import { ANSWER_HOURS, CONTACT_TOPICS } from '../contact.schema.ts';
import styles from './contact-form.module.css';
import { useContactForm } from './use-contact-form.ts';

/** The contact form; after sending, a confirmation. */
export function ContactForm() {
  const hydrated = useHydrated();
  const { form, errors, formError, busy, sentFrom, onInput, onSubmit } = useContactForm();
  if (sentFrom) return <Sent address={sentFrom} />;
  return (
    <form
      ref={form}
      noValidate
      aria-label="Contact"
      className={styles.fields}
      onInput={onInput}
      onSubmit={onSubmit}
    >
      <div className={styles.pair}>
        <Field label="Your name" name="name" autoComplete="name" error={errors.name} />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          error={errors.email}
        />
      </div>
      <SelectField
        label="What is it about?"
        name="topic"
        options={CONTACT_TOPICS}
        placeholder="Choose a topic"
        error={errors.topic}
      />
      <TextAreaField
        label="Your message"
        hint="To report a page or a post, include its address. Never send us passwords or card numbers."
        name="message"
        error={errors.message}
      />
      <BotTrap />
      {formError && (
        <p className={styles.formError} role="alert">
          <strong>{formError}</strong> Your message is still here.
        </p>
      )}
      {/* Before hydration a submit would put the message into the address. */}
      <button type="submit" className="button" disabled={!hydrated || busy}>
        {busy ? 'Sending...' : 'Send Message'}
      </button>
    </form>
  );
}

function Sent({ address }: { address: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.sent} aria-labelledby="sent-title">
      <h2 id="sent-title" ref={heading} tabIndex={-1}>
        We’ve received your message
      </h2>
      <p>
        Someone on our team will read it and reply to <strong>{address}</strong> within{' '}
        {ANSWER_HOURS} hours. There’s nothing more to do.
      </p>
      <p>
        If you haven’t heard from us by then, check your spam folder, then{' '}
        <a href="/contact">write to us again</a>.
      </p>
      <a href="/" className="button button-quiet">
        Back to home
      </a>
    </section>
  );
}
