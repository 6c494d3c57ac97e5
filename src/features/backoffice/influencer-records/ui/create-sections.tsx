import { BRAND_PERSONALITIES } from '#src/features/agency/applications/applications.schema.ts';
import type { InfluencerField } from '#src/features/agency/influencers/influencers.schema.ts';
import { FirstPasswordFields } from '#src/features/backoffice/users/ui/invitations/first-password-fields.tsx';
import { CATEGORIES } from '#src/lib/categories.ts';
import styles from './create-influencer.module.css';
import { deriveSlug, slugWarning, type CreateValues } from './create-values.ts';
import { Choice, Count, FieldGroup, LongText, TextLine } from './edit/edit-fields.tsx';
import { SocialFields } from './social-fields.tsx';

type Draft = {
  values: CreateValues;
  errors: Partial<Record<keyof CreateValues, string>>;
  change: (patch: Partial<CreateValues>) => void;
};
type SectionProps = { draft: Draft };

/** Personal fields and credentials. */
export function PersonSection({ draft }: SectionProps) {
  return (
    <>
      <FieldGroup
        id="create-sign-in"
        title="Sign-in"
        hint="A password is shown once, after saving, and they choose a new one at their first sign-in."
      >
        <TextLine edited={draft} field="email" type="email" isFirst />
        <FirstPasswordFields
          values={draft.values}
          error={draft.errors.password}
          onChange={draft.change}
        />
      </FieldGroup>
      <FieldGroup id="create-person" title="Person">
        <TextLine edited={draft} field="fullName" />
        <TextLine edited={draft} field="phone" type="tel" />
        <TextLine edited={draft} field="dateOfBirth" type="date" />
        <TextLine edited={draft} field="location" />
        <LongText edited={draft} field="bio" minRows={2} />
      </FieldGroup>
    </>
  );
}

/** The public page: its address and category. */
export function PageSection({ draft }: SectionProps) {
  const slug = deriveSlug(draft.values);
  const warning = slugWarning(slug);
  const edited = warning ? { ...draft, errors: { publicUrl: warning, ...draft.errors } } : draft;
  return (
    <FieldGroup
      id="create-page"
      title="Public page"
      hint="Based on the name until you type one. If taken, a number is added."
    >
      <TextLine
        edited={edited}
        field="publicUrl"
        hint={
          <span className={styles.address} aria-live="polite">
            {slug ? (
              <>
                {window.location.host}/<strong>{slug}</strong>
              </>
            ) : (
              'Letters, digits and hyphens'
            )}
          </span>
        }
      />
      <Choice
        edited={draft}
        field="contentCategory"
        options={CATEGORIES}
        placeholder="Choose a category"
        hint="Used for filtering in the marketplace."
      />
    </FieldGroup>
  );
}

/** The social profiles. */
export function SocialSection({ draft }: SectionProps) {
  return (
    <FieldGroup id="create-social" title="Social presence">
      <SocialFields edited={draft} />
    </FieldGroup>
  );
}

/** Brand and goals. */
export function BrandSection({ draft }: SectionProps) {
  return (
    <FieldGroup id="create-brand" title="Brand and experience" hint="Internal only.">
      <LongText edited={draft} field="whyJoin" minRows={2} isRequired />
      <TextLine edited={draft} field="niche" />
      <Choice
        edited={draft}
        field="brandPersonality"
        options={BRAND_PERSONALITIES}
        placeholder="Choose a personality"
      />
      <Count edited={draft} field="experienceYears" />
      {LONG_TEXTS.map((field) => (
        <LongText key={field} edited={draft} field={field} minRows={1} />
      ))}
      <TextLine edited={draft} field="portfolioUrl" type="url" />
      <LongText edited={draft} field="portfolioLinks" minRows={1} />
      <LongText edited={draft} field="bestContent" minRows={1} />
    </FieldGroup>
  );
}

const LONG_TEXTS = [
  'targetAudience',
  'previousBrands',
  'goals',
  'achievements',
] as const satisfies InfluencerField[];
