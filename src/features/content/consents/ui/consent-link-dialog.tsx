import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call, client } from '#src/client/client.ts';
import type { Performer } from '#src/features/agency/performers/performers.schema.ts';
import { FormDialog } from '#src/ui/dialogs/form-dialog.tsx';
import { CopyableText } from '#src/ui/elements/copyable-text.tsx';
import { InlineError } from '#src/ui/page/notice.tsx';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './consents-panel.module.css';

type ConsentLinkDialogProps = { performer: Performer; opened: boolean; onClose: () => void };

/** Creates the private link of a performer to their consents. */
export function ConsentLinkDialog({ performer, opened, onClose }: ConsentLinkDialogProps) {
  const { mutate, data, isPending, isError, reset } = useMutation({
    mutationFn: () =>
      call(client.api.performers[':id']['consent-link'].$post({ param: { id: performer.id } })),
  });
  return (
    <FormDialog
      title="Private Link"
      size="30rem"
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={reset}
    >
      {() => (
        <div className={dialog.form}>
          <p>
            With this link <bdi>{performer.fullName}</bdi> sees their consents and can withdraw
            them, without an account. Send it to them alone. A new link ends the earlier one.
          </p>
          {data && (
            <p className={styles.link}>
              <CopyableText name="Link" text={data.url} />
            </p>
          )}
          {isError && <InlineError text="Failed to create the link" onRetry={() => mutate()} />}
          {!data && !isError && (
            <Button radius="xl" loading={isPending} onClick={() => mutate()}>
              Create Link
            </Button>
          )}
        </div>
      )}
    </FormDialog>
  );
}
