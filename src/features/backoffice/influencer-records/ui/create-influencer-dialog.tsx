import { useState } from 'react';
import {
  clearConversion,
  readConversion,
} from '#src/features/agency/applications/ui/converted-application.ts';
import { FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { CreateInfluencerForm, type CreatedInfluencer } from './create-influencer-form.tsx';
import { CreatedCredentials } from './created-credentials.tsx';

const DISCARD_TEXT = 'What you typed will be lost.';
const CANCEL_LABEL = 'Keep editing';

type CreateInfluencerDialogProps = {
  opened: boolean;
  /** Whether it was opened to convert the application stored in this tab. */
  isConversion: boolean;
  onClose: () => void;
  /** Called with the new influencer, once the credentials have been seen if there are any. */
  onDone: (id: string) => void;
};

/** Creates an influencer and shows the credentials once. */
export function CreateInfluencerDialog({ opened, ...dialog }: CreateInfluencerDialogProps) {
  const { isConversion, onClose, onDone } = dialog;
  const [created, setCreated] = useState<CreatedInfluencer | null>(null);

  function close() {
    clearConversion();
    onClose();
  }

  return (
    <>
      <FormDialog
        title="Create Influencer"
        size="66rem"
        padding="clamp(1rem, 3vw, 2rem)"
        isFullOnPhones
        opened={opened && !created}
        leaveConfirmation={{
          title: 'Discard this influencer?',
          text: DISCARD_TEXT,
          cancelLabel: CANCEL_LABEL,
          confirmLabel: 'Discard',
        }}
        onClose={close}
      >
        {(onCancel) =>
          opened && (
            <OpenedForm
              isConversion={isConversion}
              onCancel={onCancel}
              onCreated={(influencer) => {
                if (!influencer.access) onDone(influencer.id);
                else setCreated(influencer);
              }}
            />
          )
        }
      </FormDialog>
      {created?.access && (
        <CreatedCredentials access={created.access} onGone={() => onDone(created.id)} />
      )}
    </>
  );
}

type OpenedFormProps = Omit<React.ComponentProps<typeof CreateInfluencerForm>, 'application'>;

/** Reads the application once when the dialog opens, so that input is not overwritten. */
function OpenedForm(props: OpenedFormProps) {
  const [application] = useState(() => (props.isConversion ? readConversion() : null));
  return <CreateInfluencerForm {...props} application={application} />;
}
