import { useRef } from 'react';
import { BotTrap } from '#src/ui/forms/bot-trap.tsx';
import { WizardForm } from '#src/ui/forms/wizard-form.tsx';
import { AuthLayout } from '#src/ui/public/auth-layout.tsx';
import styles from './application-page.module.css';
import { APPLICATION } from './application-plan.ts';
import {
  ContentAndBrandStep,
  ExperienceStep,
  PersonalInfoStep,
  PortfolioStep,
  SocialPresenceStep,
} from './application-steps.tsx';
import { useApplication } from './use-application.ts';

const titles = APPLICATION.steps.map(({ title }) => title);
const views = [
  {
    Step: PersonalInfoStep,
    heading: 'Tell us about you',
    subtitle:
      'We reply by phone or direct message, so tell us how to reach you. Fields marked * are required.',
  },
  {
    Step: SocialPresenceStep,
    heading: 'Where people find you',
    subtitle: 'Skip what you don’t use. Rough numbers such as 12.5k are fine.',
  },
  {
    Step: ContentAndBrandStep,
    heading: 'What you stand for',
    subtitle: 'Only the category is required; the rest helps us get to know you.',
  },
  {
    Step: ExperienceStep,
    heading: 'Your story so far',
    subtitle: 'Tell us in your own words why you want to join. Beginners are welcome.',
  },
  {
    Step: PortfolioStep,
    heading: 'Show us your best',
    subtitle: 'All of this is optional, but it’s what we look at first.',
  },
];

/** The application form in five steps. */
export function ApplicationPage() {
  const form = useRef<HTMLFormElement>(null);
  const wizard = useApplication(form);
  const { Step, heading, subtitle } = views[wizard.step]!;
  return (
    <AuthLayout
      title="Bring your own light."
      text="We’re the agency behind Velvet Rope. We choose carefully who we represent, and we answer everyone within 48 hours."
    >
      {wizard.sent ? (
        <Sent />
      ) : (
        <>
          <WizardForm
            titles={titles}
            wizard={wizard}
            form={form}
            heading={heading}
            subtitle={subtitle}
            submitLabel="Submit Application"
            submittingLabel="Submitting..."
          >
            <BotTrap />
            <Step draft={wizard.draft} errors={wizard.errors} change={wizard.change} />
          </WizardForm>
          <p className={styles.adults}>
            Velvet Rope publishes adult content. You must be 18 or older to apply, and we verify the
            age and identity of everyone we represent.
          </p>
          <p className={styles.others}>
            <span>
              Already with us? <a href="/auth">Sign in</a>
            </span>
            <span>
              New to us? <a href="/for-creators">What creators should know</a>
            </span>
            <span>
              Looking for a fan account? <a href="/subscribe">Sign up here</a>
            </span>
          </p>
        </>
      )}
    </AuthLayout>
  );
}

/** Shown until the next page opens, or when the applicant goes back. */
const Sent = () => (
  <section className={styles.sent}>
    <h1 ref={(heading) => heading?.focus()} tabIndex={-1}>
      We’ve received your application
    </h1>
    <p>One moment, please.</p>
    <a href="/thank-you" className="button">
      What happens next
    </a>
  </section>
);
