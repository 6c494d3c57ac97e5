import { useHydrated } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Entrance } from './entrance.tsx';
import { LAST_STEP, STEPS } from './fan-signup-draft.ts';
import styles from './fan-signup-page.module.css';
import { CredentialsStep, DemographicsStep, PreferencesStep } from './fan-signup-steps.tsx';
import { preferredInfluencer } from './preferred-influencer.ts';
import { useFanSignup } from './use-fan-signup.ts';

const views = [
  {
    Step: DemographicsStep,
    heading: 'First, a little about you',
    lead: 'It helps us to show you the right people.',
  },
  {
    Step: PreferencesStep,
    heading: 'What draws you in',
    lead: 'Choose one to five categories. You can change them at any time.',
  },
  {
    Step: CredentialsStep,
    heading: 'Your way in',
    lead: 'With these you sign in. Other members never see your address.',
  },
];

/** The fan's sign-up in three steps. */
export function FanSignupPage() {
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const wizard = useFanSignup(form);
  const { step, busy, attention } = wizard;
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    // Read from the address itself: the router would turn a name like "007" into a number.
    const influencer = new URLSearchParams(window.location.search).get('influencer');
    if (influencer) preferredInfluencer.keep(influencer);
  }, []);
  useEffect(() => {
    if (attention?.at === 'heading') {
      heading.current?.focus();
      window.scrollTo({ top: 0 });
    }
    if (attention?.at === 'error') {
      form.current
        ?.querySelector<HTMLElement>('[data-invalid] input, input[aria-invalid]')
        ?.focus();
    }
  }, [attention]);

  const { Step, heading: words, lead } = views[step]!;
  const last = step === LAST_STEP;
  return (
    <Entrance
      title="Come closer."
      words="A private house, for adults. Follow the people you like, month by month."
    >
      <Progress step={step} />
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        {words}
      </h1>
      <p className={styles.lead}>{lead}</p>
      <form
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          wizard.next();
        }}
      >
        <Step draft={wizard.draft} errors={wizard.errors} change={wizard.change} />
        <div className={styles.actions}>
          {step > 0 && (
            <button
              type="button"
              className="button button-quiet"
              onClick={wizard.back}
              disabled={busy}
            >
              Back
            </button>
          )}
          {/* Until the script runs a submit would send the answers in the address. */}
          <button type="submit" className="button" disabled={!hydrated || busy}>
            {!last && 'Next'}
            {last && (busy ? 'Creating account...' : 'Create Account')}
          </button>
        </div>
      </form>
      <p className={styles.others}>
        <span>
          Already a member? <a href="/login">Sign in</a>
        </span>
        <span>
          Are you an influencer? <a href="/signup">Apply here</a>
        </span>
      </p>
    </Entrance>
  );
}

function Progress({ step }: { step: number }) {
  return (
    <>
      <p className={styles.count}>
        Step {step + 1} of {STEPS.length}
      </p>
      <ol className={styles.progress}>
        {STEPS.map(({ title }, index) => (
          <li
            key={title}
            data-done={index < step || undefined}
            aria-current={index === step ? 'step' : undefined}
          >
            {title}
          </li>
        ))}
      </ol>
    </>
  );
}
