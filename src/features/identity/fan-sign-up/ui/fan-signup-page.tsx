import { useEffect, useRef } from 'react';
import { preferredInfluencer } from '#src/features/identity/auth/ui/preferred-influencer.ts';
import { useReturnPath, withReturnPath } from '#src/features/identity/auth/ui/sign-in-address.ts';
import { WizardForm } from '#src/ui/forms/wizard-form.tsx';
import { AuthLayout } from '#src/ui/public/auth-layout.tsx';
import styles from './fan-signup-page.module.css';
import { FAN_SIGNUP } from './fan-signup-plan.ts';
import { CredentialsStep, DemographicsStep, PreferencesStep } from './fan-signup-steps.tsx';
import { useFanSignup } from './use-fan-signup.ts';

const titles = FAN_SIGNUP.steps.map(({ title }) => title);
const views = [
  {
    Step: DemographicsStep,
    heading: 'First, a little about you',
    subtitle: 'Only you and our team can see this.',
  },
  {
    Step: PreferencesStep,
    heading: 'What do you like?',
    subtitle: 'Choose one to five categories. You can change them at any time.',
  },
  {
    Step: CredentialsStep,
    heading: 'Create your login',
    subtitle: 'You’ll use these to sign in. Other members never see your email.',
  },
];

/** The fan's sign-up in three steps. */
export function FanSignupPage() {
  const form = useRef<HTMLFormElement>(null);
  const wizard = useFanSignup(form);
  const next = useReturnPath();

  useEffect(() => {
    // Read from the address itself, because the router would parse a name like "007" as a number.
    const influencer = new URLSearchParams(window.location.search).get('influencer');
    if (influencer) preferredInfluencer.store(influencer);
  }, []);

  const { Step, heading, subtitle } = views[wizard.step]!;
  return (
    <AuthLayout
      title="Come closer."
      text="A private site for adults. Subscribe to the people you like, month by month."
    >
      <WizardForm
        titles={titles}
        wizard={wizard}
        form={form}
        heading={heading}
        subtitle={subtitle}
        submitLabel="Create Account"
        submittingLabel="Creating account..."
      >
        <Step draft={wizard.draft} errors={wizard.errors} change={wizard.change} />
      </WizardForm>
      <p className={styles.others}>
        <span>
          Already a member? <a href={withReturnPath('/login', next)}>Sign in</a>
        </span>
        <span>
          Are you an influencer? <a href="/signup">Apply here</a>
        </span>
      </p>
    </AuthLayout>
  );
}
