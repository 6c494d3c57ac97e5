import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { complaintQuery } from '#src/features/trust/complaints/ui/complaints-queries.ts';
import { MINORS_POLICY } from '#src/features/trust/policies/policies.schema.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { EscalationState } from './escalation-state.tsx';
import { escalationsQuery, refreshEscalations } from './escalations-queries.ts';
import styles from './escalations.module.css';

/** The escalation of a complaint about a minor, for the two officers. */
export function ComplaintEscalation({ complaintId }: { complaintId: string }) {
  const isAdmin = useSession()?.role === 'admin';
  const { data: complaint } = useQuery(complaintQuery(complaintId));
  const isAboutMinor = complaint?.kind === 'minor' || complaint?.policy === MINORS_POLICY;
  const { data } = useQuery({ ...escalationsQuery, enabled: isAdmin && isAboutMinor });
  if (!isAboutMinor || !data?.isOfficer) return null;
  const existing = data.escalations.find((escalation) => escalation.complaintId === complaintId);
  return existing ? (
    <p className={styles.actions}>
      <Link to="/escalations" className="touch-target">
        Escalation {existing.reference}
      </Link>
      <EscalationState {...existing} />
    </p>
  ) : (
    <Escalate complaintId={complaintId} />
  );
}

function Escalate({ complaintId }: { complaintId: string }) {
  const queryClient = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(client.api.escalations.$post({ json: { complaintId } })),
    onSuccess: () => toast.success('Success', { description: 'Files and facts preserved' }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled() {
      setIsConfirming(false);
      void refreshEscalations(queryClient);
    },
  });
  return (
    <>
      <Button variant="default" radius="xl" onClick={() => setIsConfirming(true)}>
        Preserve for the Authorities
      </Button>
      <ConfirmDialog
        variant="card"
        title="Preserve this for the authorities?"
        text="Nothing deletes the files for at least a year, and nobody can view them here any more. Only you and the other officer can download them."
        opened={isConfirming}
        cancelLabel="Cancel"
        confirmLabel="Preserve"
        isDangerous={false}
        isBusy={isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => mutate()}
      />
    </>
  );
}
