import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight, Circle, CircleCheck } from 'lucide-react';
import { Panel } from '#src/ui/page/panel.tsx';
import type { SetupGuide as Guide, SetupStep } from '../setup-guide.schema.ts';
import { setupGuideQuery } from './dashboard-queries.ts';
import styles from './setup-guide.module.css';

type StepText = {
  label: string;
  text: string;
  /** Where the step is done; the others are settings of the server. */
  link?: Pick<LinkProps, 'search'> & { to: NonNullable<LinkProps['to']> };
};

const STEPS: Record<SetupStep, StepText> = {
  mail: {
    label: 'Connect a mail server',
    text: 'Set SMTP_URL. Until then, emails aren’t delivered, fans join without confirming their address, and nobody can reset a password by email.',
  },
  legal: {
    label: 'Name your company',
    text: 'Set AGENCY_NAME, AGENCY_LEGAL_FORM, AGENCY_ADDRESS and AGENCY_EMAIL for the legal pages.',
  },
  payments: {
    label: 'Connect a payment provider',
    text: 'Set PAYMENTS to stripe, verotel or ccbill. Until then, fans can’t pay.',
  },
  storage: {
    label: 'Choose where files are stored',
    text: 'Set STORAGE=s3 for a bucket, or stay on this disk and back it up.',
  },
  colleague: {
    label: 'Add a colleague',
    text: 'Two people can restore each other’s access.',
    link: { to: '/users', search: { action: 'create' } },
  },
  influencer: {
    label: 'Create your first influencer',
    text: 'With a profile, a photo and a public page. Several at once with Import, from a CSV file.',
    link: { to: '/influencers', search: { action: 'create' } },
  },
  plan: {
    label: 'Set a price',
    text: 'Fans can subscribe once an influencer has an active plan.',
    link: { to: '/subscription-plans', search: { action: 'create' } },
  },
  post: {
    label: 'Publish the first post',
    text: 'Fans subscribe to pages that have something to see.',
    link: { to: '/content/new' },
  },
};

/** What a new installation still needs, for admins, until everything is done or they hide it. */
export function SetupGuide() {
  const { data: steps = [] } = useQuery(setupGuideQuery);
  const [isHidden, setIsHidden] = useLocalStorage({
    key: 'setup-guide-hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const done = steps.filter(({ isDone }) => isDone).length;
  if (isHidden || done === steps.length) return null;
  return (
    <Panel
      title="Set up your platform"
      aside={
        <span className={styles.aside}>
          {done} of {steps.length} done
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setIsHidden(true)}>
            Hide
          </Button>
        </span>
      }
    >
      <ol className={styles.steps}>
        {steps.map((step) => (
          <Step key={step.step} {...step} />
        ))}
      </ol>
    </Panel>
  );
}

function Step({ step, isDone }: Guide['steps'][number]) {
  const { label, text, link } = STEPS[step];
  const Icon = isDone ? CircleCheck : Circle;
  const content = (
    <>
      <Icon size={20} aria-hidden="true" />
      <span className={styles.text}>
        <strong>
          {label}
          {isDone && <span className="visually-hidden"> (done)</span>}
        </strong>
        {!isDone && <span>{text}</span>}
      </span>
    </>
  );
  return (
    <li data-done={isDone || undefined}>
      {link && !isDone ? (
        <Link {...link} className={styles.step}>
          {content}
          <ChevronRight size={16} aria-hidden="true" />
        </Link>
      ) : (
        <div className={styles.step}>{content}</div>
      )}
    </li>
  );
}
