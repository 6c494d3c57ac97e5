import { useState } from 'react';
import {
  forgetConversion,
  readConversion,
} from '#src/features/agency/applications/ui/converted-application.ts';
import { FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { CreateInfluencerForm, type CreatedInfluencer } from './create-influencer-form.tsx';
import { CreatedCredentials } from './created-credentials.tsx';

const LOST = 'What you typed will be lost.';
const KEEP_EDITING = 'Keep editing';

type CreateInfluencerDialogProps = {
  opened: boolean;
  /** Whether it was opened to convert the application that this tab keeps. */
  isConversion: boolean;
  onClose: () => void;
  /** The dialog with the credentials is gone: the focus needs a place. */
  onDone: () => void;
};

/** Creates an influencer, and shows once what they sign in with. */
export function CreateInfluencerDialog({ opened, ...dialog }: CreateInfluencerDialogProps) {
  const { isConversion, onClose, onDone } = dialog;
  const [created, setCreated] = useState<CreatedInfluencer | null>(null);

  function close() {
    forgetConversion();
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
          text: LOST,
          cancelLabel: KEEP_EDITING,
          confirmLabel: 'Discard',
        }}
        onClose={close}
      >
        {(onCancel) =>
          opened && (
            <OpenedForm
              isConversion={isConversion}
              onCancel={onCancel}
              onCreated={(made) => {
                setCreated(made);
                onClose();
              }}
            />
          )
        }
      </FormDialog>
      {created && (
        <CreatedCredentials
          created={created}
          onGone={() => {
            setCreated(null);
            onDone();
          }}
        />
      )}
    </>
  );
}

type OpenedFormProps = Omit<React.ComponentProps<typeof CreateInfluencerForm>, 'application'>;

/** The application is read when the dialog opens: what is typed over it must stay. */
function OpenedForm(props: OpenedFormProps) {
  const [application] = useState(() => (props.isConversion ? readConversion() : null));
  return <CreateInfluencerForm {...props} application={application} />;
}
