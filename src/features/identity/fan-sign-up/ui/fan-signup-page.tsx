import { useRef } from 'react';
import { withReturnPath } from '#src/features/identity/auth/ui/sign-in-address.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { useHydrated } from '#src/ui/elements/use-hydrated.ts';
import { WizardForm } from '#src/ui/forms/wizard-form.tsx';
import { AuthLayout } from '#src/ui/public/auth-layout.tsx';
import { CheckYourMail } from './check-your-mail.tsx';
import styles from './fan-signup-page.module.css';
import { FAN_SIGNUP } from './fan-signup-plan.ts';
import { CredentialsStep, DemographicsStep, PreferencesStep } from './fan-signup-steps.tsx';
import { useFanSignup } from './use-fan-signup.ts';
import { readPageAfterSignup, useJoinedInfluencer } from './use-joined-influencer.ts';

const titles = FAN_SIGNUP.steps.map(({ title }) => title);
const views = [
  {
    Step: DemographicsStep,
    heading: 'First, a little about you',
    subtitle:
      'We need your birthday to make sure you’re 18 or older. The rest helps us understand who we’re building for. Only you and our team can see this.',
  },
  {
    Step: PreferencesStep,
    heading: 'What do you like?',
    subtitle:
      'With your consent, we use these to suggest influencers to you. Choose one to five, or skip this step; you can change your mind at any time.',
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

  const next = useHydrated() ? readPageAfterSignup() : null;
  const joined = useJoinedInfluencer();
  const { Step, heading, subtitle } = views[wizard.step]!;
  if (wizard.mailedTo) {
    return (
      <AuthLayout title="Almost in." text="One click, and the rope opens.">
        <CheckYourMail email={wizard.mailedTo} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Come closer."
      text="A private site for adults. Subscribe to the people you like, month by month."
      notice={joined && <Joining influencer={joined} />}
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

type JoiningProps = { influencer: NonNullable<ReturnType<typeof useJoinedInfluencer>> };

function Joining({ influencer: { fullName, priceCents, isOffered } }: JoiningProps) {
  if (!isOffered) {
    return (
      <>
        <strong dir="auto">{fullName}</strong> isn’t taking new subscribers right now. You can still
        join and browse.
      </>
    );
  }
  return (
    <>
      You’re joining <strong dir="auto">{fullName}</strong>
      {priceCents !== null && (
        <>
          {'\u00a0· '}
          <span className={styles.price}>{formatCents(priceCents)} a month</span>
        </>
      )}
    </>
  );
}
