import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { call, client, forLargeFile, saveFile } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { ArchivePassword } from '#src/ui/forms/archive-password.tsx';
import { newArchivePassword } from '#src/ui/forms/new-archive-password.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import {
  extensionSchema,
  packageSchema,
  submissionSchema,
  type Escalation,
} from '../escalations.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';

type DialogProps = {
  escalation: Escalation;
  opened: boolean;
  onChange: (changed: Escalation) => void;
  onClose: () => void;
};
type FormProps = Omit<DialogProps, 'opened'> & { onCancel: () => void };

/** Downloads the package for the authority, encrypted with a password. */
export function PackageDialog({ opened, ...props }: DialogProps) {
  return (
    <FormDialog title="Download Package" size="32rem" opened={opened} onClose={props.onClose}>
      {(onCancel) => <PackageForm {...props} onCancel={onCancel} />}
    </FormDialog>
  );
}

function PackageForm({ escalation: { id, reference }, onClose, onCancel }: FormProps) {
  const [suggested] = useState(newArchivePassword);
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { reason: '', password: suggested },
    validate: (typed) => fieldErrors<'reason' | 'password'>(packageSchema.safeParse(typed)),
    async send(json) {
      const { package: operation } = client.api.escalations[':id'];
      await saveFile(operation.$post({ param: { id }, json }, forLargeFile()), `${reference}.zip`);
      toast.success('Success', { description: 'Package downloaded' });
      onClose();
    },
  });
  return (
    <form {...form} className={dialog.form}>
      <p>
        The ZIP file contains the preserved files with their hashes, the facts, and the chain of
        custody. Hand it only to the authority. The download is recorded for good.
      </p>
      <Reason
        description="To whom the package goes, and why."
        isFocused
        value={values.reason}
        error={errors.reason}
        onChange={(reason) => change({ reason })}
      />
      <ArchivePassword
        value={values.password}
        error={errors.password}
        onChange={(password) => change({ password })}
      />
      <FormActions submitLabel="Download" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}

/** Records the report to the authority. */
export function SubmissionDialog({ opened, ...props }: DialogProps) {
  return (
    <FormDialog title="Mark as Submitted" size="30rem" opened={opened} onClose={props.onClose}>
      {(onCancel) => <SubmissionForm {...props} onCancel={onCancel} />}
    </FormDialog>
  );
}

function SubmissionForm({ escalation: { id }, onChange, onClose, onCancel }: FormProps) {
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { authority: 'NCMEC CyberTipline', reference: '' },
    validate: (typed) => fieldErrors<'authority' | 'reference'>(submissionSchema.safeParse(typed)),
    async send(typed) {
      const { submission } = client.api.escalations[':id'];
      const json = submissionSchema.parse(typed);
      onChange(await call(submission.$post({ param: { id }, json })));
      toast.success('Success', { description: 'Report recorded' });
      onClose();
    },
  });
  return (
    <form {...form} className={dialog.form}>
      <p>
        Records that you reported this, once. The content is then preserved for at least a year from
        today.
      </p>
      <TextInput
        label="Authority"
        withAsterisk
        value={values.authority}
        error={errors.authority}
        onChange={({ currentTarget }) => change({ authority: currentTarget.value })}
      />
      <TextInput
        label="Reference"
        description="The number that the authority gave the report."
        withAsterisk
        data-autofocus
        value={values.reference}
        error={errors.reference}
        onChange={({ currentTarget }) => change({ reference: currentTarget.value })}
      />
      <FormActions submitLabel="Save" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}

/** Preserves the content for longer, such as at the request of an authority. */
export function ExtensionDialog({ opened, ...props }: DialogProps) {
  return (
    <FormDialog title="Preserve Longer" size="30rem" opened={opened} onClose={props.onClose}>
      {(onCancel) => <ExtensionForm {...props} onCancel={onCancel} />}
    </FormDialog>
  );
}

function ExtensionForm({ escalation: { id }, onChange, onClose, onCancel }: FormProps) {
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { until: '', reason: '' },
    validate: (typed) => fieldErrors<'until' | 'reason'>(extensionSchema.safeParse(typed)),
    async send(typed) {
      const { preservation } = client.api.escalations[':id'];
      const json = extensionSchema.parse(typed);
      onChange(await call(preservation.$post({ param: { id }, json })));
      toast.success('Success', { description: 'Preservation extended' });
      onClose();
    },
  });
  return (
    <form {...form} className={dialog.form}>
      <TextInput
        type="date"
        label="Preserve until"
        description="The last day (UTC)."
        withAsterisk
        data-autofocus
        value={values.until}
        error={errors.until}
        onChange={({ currentTarget }) => change({ until: currentTarget.value })}
      />
      <Reason
        description="Such as the request of an authority."
        value={values.reason}
        error={errors.reason}
        onChange={(reason) => change({ reason })}
      />
      <FormActions submitLabel="Save" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}

type ReasonProps = {
  description: string;
  isFocused?: boolean;
  value: string;
  error: string | undefined;
  onChange: (reason: string) => void;
};

const Reason = ({ isFocused, onChange, ...field }: ReasonProps) => (
  <TextArea
    {...field}
    data-autofocus={isFocused || undefined}
    label="Reason"
    withAsterisk
    minRows={2}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
