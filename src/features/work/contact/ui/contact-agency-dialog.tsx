import { Select } from '@mantine/core';
import { call, client } from '#src/client/client.ts';
import { fieldErrors } from '#src/lib/field-errors.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { sendsMail } from '#src/ui/page/sends-mail.ts';
import {
  AGENCY_TOPICS,
  ANSWER_HOURS,
  MESSAGE_MAXIMUM_LENGTH,
  agencyMessageSchema,
  type AgencyTopic,
} from '../contact.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';

const answerText = () =>
  `Your agency answers${sendsMail() ? ' by email' : ''} within ${ANSWER_HOURS} hours.`;

type ContactAgencyDialogProps = {
  /** The topic that is selected at first. */
  topic: AgencyTopic | null;
  opened: boolean;
  onClose: () => void;
};

/** Sends a message of an influencer to the agency. Confirms before it discards input. */
export function ContactAgencyDialog({ topic, opened, onClose }: ContactAgencyDialogProps) {
  return (
    <FormDialog
      title={topic === 'My profile' ? 'Request a change' : 'Contact your agency'}
      size="32rem"
      opened={opened}
      leaveConfirmation={INPUT_WILL_BE_LOST}
      onClose={onClose}
    >
      {(onCancel) => <MessageForm topic={topic} onClose={onClose} onCancel={onCancel} />}
    </FormDialog>
  );
}

type MessageFormProps = Pick<ContactAgencyDialogProps, 'topic' | 'onClose'> & {
  onCancel: () => void;
};

function MessageForm({ topic, onClose, onCancel }: MessageFormProps) {
  const draft = useAppForm({
    initial: { topic, message: '' },
    isUnsaved: ({ message }) => message.trim() !== '',
    validate: (values) => fieldErrors<'topic' | 'message'>(agencyMessageSchema.safeParse(values)),
    async send(values) {
      const json = agencyMessageSchema.parse(values);
      await call(client.api['agency-messages'].$post({ json }));
      toast.success('Message sent', {
        description: answerText(),
      });
      onClose();
    },
  });
  const { values, errors, failure, busy } = draft;
  return (
    <form {...draft.form} className={dialog.form}>
      <Select
        label="Topic"
        placeholder="Choose a topic"
        data={AGENCY_TOPICS}
        allowDeselect={false}
        value={values.topic}
        error={errors.topic}
        onChange={(value) =>
          draft.change({ topic: AGENCY_TOPICS.find((known) => known === value) ?? null })
        }
      />
      <TextArea
        label="Message"
        description={answerText()}
        placeholder={
          values.topic === 'My profile' ? 'What should we change, and to what?' : undefined
        }
        data-autofocus
        minRows={5}
        maxRows={14}
        maxLength={MESSAGE_MAXIMUM_LENGTH}
        value={values.message}
        error={errors.message}
        onChange={({ currentTarget }) => draft.change({ message: currentTarget.value })}
      />
      <FormActions submitLabel="Send Message" failure={failure} isBusy={busy} onCancel={onCancel} />
    </form>
  );
}
