import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import type { ConvertedApplication } from '#src/features/agency/applications/review.schema.ts';
import { refreshApplications } from '#src/features/agency/applications/ui/applications-queries.ts';
import { clearConversion } from '#src/features/agency/applications/ui/converted-application.ts';
import { refreshInfluencers } from '#src/features/agency/influencers/ui/influencer-queries.ts';
import type { FirstAccess } from '#src/features/backoffice/users/ui/initial-credentials.tsx';
import { FormActions } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { ConversionMissing, ConversionNotice } from './create-conversion.tsx';
import styles from './create-influencer.module.css';
import { BrandSection, PageSection, PersonSection, SocialSection } from './create-sections.tsx';
import { isTouched, readNewInfluencer, startValues, type CreateValues } from './create-values.ts';

/** A new influencer, and what to hand over; null if the invitation was mailed. */
export type CreatedInfluencer = { id: string; access: FirstAccess | null };

type CreateInfluencerFormProps = {
  application: ConvertedApplication | null;
  /** Whether the address requests a conversion. */
  isConversion: boolean;
  onCancel: () => void;
  onCreated: (created: CreatedInfluencer) => void;
};

/** The form to create an influencer. */
export function CreateInfluencerForm(props: CreateInfluencerFormProps) {
  const { application, isConversion, onCancel, onCreated } = props;
  const queryClient = useQueryClient();
  const [start] = useState(() => startValues(application));
  const draft = useAppForm<CreateValues>({
    initial: start,
    isUnsaved: (values) => isTouched(start, values),
    validate: (values) => readNewInfluencer(values, application?.id).errors,
    async send(values) {
      const influencer = readNewInfluencer(values, application?.id).influencer!;
      const response = await call(client.api.influencers.$post({ json: influencer }));
      clearConversion();
      void refreshInfluencers(queryClient);
      if (application) void refreshApplications(queryClient);
      const { email, password } = influencer;
      const { id, invitationLink: link } = response;
      if (password === null && !link) {
        toast.success('Success', {
          description: `Influencer created successfully! An invitation was sent to ${influencer.email}.`,
        });
      }
      const given = password === null ? null : { email, password };
      onCreated({ id, access: link ? { email, link } : given });
    },
  });
  const errorCount = Object.keys(draft.errors).length;
  return (
    <form {...draft.form} className={styles.form}>
      {application && <ConversionNotice application={application} />}
      {isConversion && !application && <ConversionMissing />}
      <PersonSection draft={draft} />
      <PageSection draft={draft} />
      <SocialSection draft={draft} />
      <BrandSection draft={draft} />
      <FormActions
        submitLabel="Create Influencer"
        failure={draft.failure ?? (errorCount > 0 ? invalidFieldsText(errorCount) : null)}
        isBusy={draft.busy}
        isSticky
        onCancel={onCancel}
      />
    </form>
  );
}

const invalidFieldsText = (count: number): string =>
  count === 1 ? 'Please check one field.' : `Please check ${count} fields.`;
