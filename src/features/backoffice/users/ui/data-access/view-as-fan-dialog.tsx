import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { isolateBidi } from '#src/lib/text.ts';
import { FormActions, FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { useLastDefined } from '#src/ui/elements/use-last-defined.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { sendsMail } from '#src/ui/page/sends-mail.ts';
import { VIEWING_MINUTES, viewingSchema } from '../../viewing-as-fan.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from '../user-dialog.module.css';

type Person = { id: string; fullName: string; email: string };

type ViewAsFanDialogProps = {
  /** The fan; null while the dialog is closed. */
  fan: Person | null;
  onClose: () => void;
};

/** Asks for the reason, then opens the feed as the fan sees it. */
export function ViewAsFanDialog({ fan, onClose }: ViewAsFanDialogProps) {
  const last = useLastDefined(fan);
  return (
    <FormDialog title="View as Fan" size="32rem" opened={fan !== null} onClose={onClose}>
      {(onCancel) => last && <ReasonForm key={last.id} fan={last} onCancel={onCancel} />}
    </FormDialog>
  );
}

function ReasonForm({ fan, onCancel }: { fan: Person; onCancel: () => void }) {
  const name = isolateBidi(fan.fullName || fan.email);
  const { form, values, errors, failure, busy, change } = useAppForm({
    initial: { reason: '' },
    validate: (input) => fieldErrors<'reason'>(viewingSchema.safeParse(input)),
    async send(json) {
      await call(client.api.users[':id'].viewing.$post({ param: { id: fan.id }, json }));
      // A new document: nothing that was loaded before belongs to the fan.
      window.location.assign('/my-feed');
    },
  });
  return (
    <form {...form} className={dialog.form}>
      <p className={styles.note}>
        You’ll see Velvet Rope as {name} sees it, for up to {VIEWING_MINUTES} minutes. Nothing can
        be changed, and the audit trail records it.
      </p>
      <TextArea
        label="Reason"
        description={
          sendsMail()
            ? `${name} gets this reason by email, without your name.`
            : 'The audit trail records it.'
        }
        data-autofocus
        minRows={3}
        maxRows={8}
        maxLength={500}
        value={values.reason}
        error={errors.reason}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
      />
      <FormActions submitLabel="View as Fan" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
