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
        hint="To report a page or a post, tell us its address. Never send us passwords or card numbers."
        name="message"
        error={errors.message}
      />
      <BotTrap />
      {formError && (
        <p className={styles.formError} role="alert">
          <strong>{formError}</strong> Nothing is lost: your message is still here.
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
        Your message is with us
      </h2>
      <p>
        Someone of our team reads it and answers to <strong>{address}</strong> within {ANSWER_HOURS}{' '}
        hours. You need to do nothing more.
      </p>
      <p>
        If nothing has come by then, look into your spam folder, then{' '}
        <a href="/contact">write once more</a>.
      </p>
      <a href="/" className="button button-quiet">
        Back to the start
      </a>
    </section>
  );
}
