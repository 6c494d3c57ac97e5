import { FormRoot } from '#src/ui/forms/form-root.tsx';
import { FormPage } from '#src/ui/public/form-page.tsx';
import { ReportForm } from './report-form.tsx';

/** The public page for reports of content, which needs neither an account nor the age gate. */
export function ReportPage() {
  return (
    <FormPage
      title="Report content"
      lead="Tell us what’s wrong. You don’t need an account, and whoever posted it won’t learn who you are."
      notes={NOTES}
    >
      <FormRoot name="report">
        <ReportForm />
      </FormRoot>
    </FormPage>
  );
}

const NOTES = [
  [
    'How quickly we decide',
    'Intimate content without consent: 48 hours. Someone under 18: the post is hidden at once, and we decide within 24 hours. Everything else: 7 business days.',
  ],
  ['Someone in danger?', 'Call 911 or your local emergency number first. Then write to us.'],
  [
    'Intimate content of you',
    'You have the right to have it removed, even if it was generated or altered digitally. Say where it is and that you didn’t agree, and sign with your name.',
  ],
] as const;
