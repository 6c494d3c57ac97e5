import type { ChangeEvent } from 'react';
import { CATEGORIES } from '#src/lib/categories.ts';
import { Field, SelectField, TextAreaField } from '#src/ui/forms/field.tsx';
import type { Wizard } from '#src/ui/forms/use-wizard.ts';
import {
  APPLICATION_LABELS,
  BRAND_PERSONALITIES,
  GENERAL_CATEGORIES,
  type ApplicationField,
} from '../../applications.schema.ts';
import { ApplicationReview } from '../application-review.tsx';
import styles from './application-page.module.css';
import type { ApplicationDraft } from './application-plan.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type StepProps = Pick<Wizard<ApplicationDraft>, 'draft' | 'errors' | 'change'>;

/** The props that a field takes from the draft. */
const fieldOf =
  ({ draft, errors, change }: StepProps) =>
  (field: ApplicationField) => ({
    label: APPLICATION_LABELS[field],
    name: field,
    value: draft[field],
    error: errors[field],
    onChange: (event: ChangeEvent<Control>) => change(field, event.target.value),
  });

export function PersonalInfoStep(props: StepProps) {
  const field = fieldOf(props);
  return (
    <>
      <Field {...field('fullName')} required autoComplete="name" />
      <Field {...field('email')} required type="email" autoComplete="email" autoCapitalize="none" />
      <Field {...field('phone')} required type="tel" autoComplete="tel" />
      <div className={styles.ageAndPlace}>
        <Field
          {...field('age')}
          required
          inputMode="numeric"
          autoComplete="off"
          hint="18 or older."
        />
        <Field {...field('location')} autoComplete="address-level2" hint="City and country." />
      </div>
    </>
  );
}

const networks = [
  { name: 'instagramHandle', count: 'instagramFollowers' },
  { name: 'tiktokHandle', count: 'tiktokFollowers' },
  { name: 'youtubeChannel', count: 'youtubeSubscribers' },
] as const;

export function SocialPresenceStep(props: StepProps) {
  const field = fieldOf(props);
  return (
    <>
      {networks.map(({ name, count }) => (
        <div key={name} className={styles.network}>
          <Field {...field(name)} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          <Field {...field(count)} inputMode="numeric" autoComplete="off" />
        </div>
      ))}
      <TextAreaField
        {...field('otherPlatforms')}
        rows={3}
        hint="Where else people follow you, and how many."
      />
    </>
  );
}

const CATEGORY_GROUPS = [
  { label: 'General', options: GENERAL_CATEGORIES },
  { label: 'Marketplace categories', options: CATEGORIES },
];

export function ContentAndBrandStep(props: StepProps) {
  const field = fieldOf(props);
  return (
    <>
      <SelectField
        {...field('contentCategory')}
        required
        groups={CATEGORY_GROUPS}
        placeholder="Choose a category"
      />
      <Field {...field('niche')} hint="What sets you apart." />
      <SelectField
        {...field('brandPersonality')}
        options={BRAND_PERSONALITIES}
        placeholder="Choose what fits best"
      />
      <TextAreaField {...field('targetAudience')} hint="Who follows you, and what they come for." />
    </>
  );
}

export function ExperienceStep(props: StepProps) {
  const field = fieldOf(props);
  return (
    <>
      <TextAreaField {...field('whyJoin')} required />
      <TextAreaField
        {...field('experience')}
        hint="How long you’ve been creating, and what you’ve made so far."
      />
      <TextAreaField {...field('previousBrands')} rows={3} hint="Brands you’ve worked with." />
      <TextAreaField {...field('goals')} hint="Where you want to be in a year." />
    </>
  );
}

export function PortfolioStep(props: StepProps) {
  const field = fieldOf(props);
  return (
    <>
      <TextAreaField
        {...field('portfolioLinks')}
        hint="One link per line."
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextAreaField {...field('bestContent')} hint="What you’re proud of, and why." />
      <TextAreaField {...field('achievements')} rows={3} hint="Awards, press, milestones." />
      <ApplicationReview draft={props.draft} />
    </>
  );
}
