import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { useTwoPeople } from '#src/features/identity/two-people/ui/use-two-people.tsx';
import { FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { pausesForQuestions } from '../complaints.rules.ts';
import type { Complaint } from '../complaints.schema.ts';
import recordStyles from '#src/ui/dialogs/record-drawer.module.css';
import { AskReporterForm } from './ask-reporter-form.tsx';
import { refreshComplaints } from './complaints-queries.ts';
import { DecisionForm } from './decision-form.tsx';

type Opened = 'decision' | 'question' | null;

/** What can be done about a complaint, or about the appeal against its decision. */
export function ComplaintActions({ complaint }: { complaint: Complaint }) {
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<Opened>(null);
  const { id, version, state, isHidden, isOwnDecision, postId, email, kind } = complaint;
  const toggle = useMutation({
    mutationFn() {
      const { hide, restore } = client.api.complaints[':id'];
      const input = { param: { id }, json: { version } };
      return call(isHidden ? restore.$post(input) : hide.$post(input));
    },
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => void refreshComplaints(queryClient),
  });
  const isAppeal = state === 'appealed';
  const { isRefused, notice } = useTwoPeople('appeal', isAppeal && !isOwnDecision ? [id] : []);
  if (state === 'decided') return null;
  if (isAppeal && isOwnDecision) {
    return <p>You made the decision, so somebody else has to decide the appeal.</p>;
  }
  const close = () => setOpened(null);
  return (
    <div className={recordStyles.actions}>
      {notice}
      <Button radius="xl" disabled={isRefused} onClick={() => setOpened('decision')}>
        {isAppeal ? 'Decide the Appeal' : 'Decide'}
      </Button>
      {postId && !isAppeal && (
        <Button
          radius="xl"
          variant="default"
          loading={toggle.isPending}
          onClick={() => toggle.mutate()}
        >
          {isHidden ? 'Show Post Again' : 'Hide Post Now'}
        </Button>
      )}
      {email && state === 'open' && pausesForQuestions(kind) && (
        <Button radius="xl" variant="default" onClick={() => setOpened('question')}>
          Ask Reporter
        </Button>
      )}
      <FormDialog
        title={isAppeal ? 'Decide the Appeal' : 'Decide the Complaint'}
        size="34rem"
        opened={opened === 'decision'}
        leaveConfirmation={INPUT_WILL_BE_LOST}
        onClose={close}
      >
        {(onCancel) => <DecisionForm complaint={complaint} onClose={close} onCancel={onCancel} />}
      </FormDialog>
      <FormDialog
        title="Ask the Reporter"
        size="32rem"
        opened={opened === 'question'}
        leaveConfirmation={INPUT_WILL_BE_LOST}
        onClose={close}
      >
        {(onCancel) => (
          <AskReporterForm complaint={complaint} onClose={close} onCancel={onCancel} />
        )}
      </FormDialog>
    </div>
  );
}
