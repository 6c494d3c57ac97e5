import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { refreshInfluencers } from '#src/features/agency/influencers/ui/influencer-queries.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { sendsMail } from '#src/ui/page/sends-mail.ts';
import { CredentialsDialog } from '../credentials-dialog.tsx';
import type { FirstAccess } from '../initial-credentials.tsx';
import { toastRefusal } from '../refusal-toast.ts';
import { refreshUsers } from '../users-queries.ts';

type SendInvitationProps = { userId: string; email: string };

/** Invites a user again, by a link to hand over without a mail server; the earlier link stops working. */
export function SendInvitation({ userId, email }: SendInvitationProps) {
  const queryClient = useQueryClient();
  const [access, setAccess] = useState<FirstAccess | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(client.api.users[':id'].invitation.$post({ param: { id: userId } })),
    onSuccess({ invitationLink: link }) {
      setAccess(link === null ? null : { email, link });
      const done = link === null ? `Invitation sent to ${email}.` : 'Invitation created.';
      toast.success('Success', { description: `${done} Earlier links no longer work.` });
    },
    onError: (error) => toastRefusal(error, 'Failed to send the invitation'),
    onSettled: () => Promise.all([refreshUsers(queryClient), refreshInfluencers(queryClient)]),
  });
  return (
    <>
      <Button
        variant="default"
        radius="xl"
        loading={isPending}
        leftSection={<Mail size={16} aria-hidden="true" />}
        onClick={() => mutate()}
      >
        {sendsMail() ? 'Send invitation again' : 'Create an invitation link'}
      </Button>
      {access && (
        <CredentialsDialog title="New invitation" access={access} onGone={() => setAccess(null)} />
      )}
    </>
  );
}
