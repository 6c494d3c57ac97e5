import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import {
  forgetConversion,
  readConversion,
} from '#src/features/applications/ui/converted-application.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { DIALOG } from './create-dialog-look.ts';
import { CreateInfluencerForm, type CreatedInfluencer } from './create-influencer-form.tsx';
import { CreatedCredentials } from './created-credentials.tsx';

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
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [isTouched, setIsTouched] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const [created, setCreated] = useState<CreatedInfluencer | null>(null);

  function close() {
    setIsTouched(false);
    setIsLeaving(false);
    forgetConversion();
    onClose();
  }

  function leave() {
    // Later, so that the press of Escape that asks does not answer as well.
    if (isTouched) setTimeout(() => setIsLeaving(true));
    else close();
  }

  return (
    <>
      <Modal
        opened={opened && !created}
        onClose={leave}
        closeOnEscape={!isLeaving}
        title="Create Influencer"
        size="66rem"
        fullScreen={isPhone}
        // A click beside it would lose what was typed.
        closeOnClickOutside={false}
        classNames={DIALOG}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {opened && (
          <OpenedForm
            isConversion={isConversion}
            onTouched={setIsTouched}
            onCancel={leave}
            onCreated={(made) => {
              setIsTouched(false);
              setCreated(made);
              onClose();
            }}
          />
        )}
      </Modal>
      <ConfirmDialog
        look="card"
        title="Discard this influencer?"
        text="What you typed will be lost."
        opened={isLeaving}
        stay="Keep editing"
        go="Discard"
        onStay={() => setIsLeaving(false)}
        onGo={close}
      />
      <LeaveQuestion isTouched={opened && isTouched} />
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

/** Asks before the page is left with what was typed. */
function LeaveQuestion({ isTouched }: { isTouched: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isTouched && current.pathname !== next.pathname,
    enableBeforeUnload: () => isTouched,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      look="card"
      title="Leave without creating?"
      text="What you typed will be lost."
      opened={blocker.status === 'blocked'}
      stay="Keep editing"
      go="Leave"
      onStay={() => blocker.reset?.()}
      onGo={() => blocker.proceed?.()}
    />
  );
}
