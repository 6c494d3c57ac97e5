import { Button, Modal, Skeleton, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { toast } from 'sonner';
import { call, client } from '#src/client.ts';
import { ApiError } from '#src/lib/api-error.ts';
import styles from './delete-influencer-dialog.module.css';
import { influencerQuery, refreshInfluencers } from './influencer-queries.ts';

type Person = { id: string; fullName: string; email: string };

type DeleteInfluencerDialogProps = {
  /** Who is asked about; null while nothing is asked. */
  influencer: Person | null;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Asks before an influencer is deleted, with all that goes with them. */
export const DeleteInfluencerDialog = ({
  influencer,
  onClose,
  onDeleted,
}: DeleteInfluencerDialogProps) => (
  <Modal
    opened={influencer !== null}
    onClose={onClose}
    centered
    title="Delete Influencer"
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {influencer && (
      <DeleteForm influencer={influencer} onClose={onClose} onDeleted={onDeleted ?? (() => {})} />
    )}
  </Modal>
);

const spaced = (text: string) => text.trim().replace(/\s+/g, ' ');

type DeleteFormProps = { influencer: Person; onClose: () => void; onDeleted: () => void };

function DeleteForm({ influencer, onClose, onDeleted }: DeleteFormProps) {
  const { id, email } = influencer;
  const name = spaced(influencer.fullName) || email;
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const deletion = useDeletion(id, { onClose, onDeleted });

  function submit(event: FormEvent) {
    event.preventDefault();
    const isSame = spaced(typed).toLowerCase() === name.toLowerCase();
    setIsWrong(!isSame);
    if (isSame && !deletion.isPending) deletion.mutate();
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p>
        <strong dir="auto">{name}</strong> is deleted from all systems. This action cannot be
        undone.
      </p>
      <WhatGoes id={id} />
      <TextInput
        data-autofocus
        label={`Type ${name} to confirm`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={isWrong && `Please type the name as it is: ${name}`}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setIsWrong(false);
        }}
      />
      {deletion.error && (
        <p role="alert" className={styles.failure}>
          {deletion.error.message}
        </p>
      )}
      <footer className={styles.footer}>
        <Button variant="default" radius="xl" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" color="red" radius="xl" loading={deletion.isPending}>
          Delete
        </Button>
      </footer>
    </form>
  );
}

function useDeletion(id: string, { onClose, onDeleted }: Omit<DeleteFormProps, 'influencer'>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(client.api.influencers[':id'].$delete({ param: { id } })),
    onSuccess: () => {
      toast.success('Success', {
        description: 'Influencer deleted successfully from all systems!',
      });
      onClose();
      onDeleted();
      queryClient.removeQueries({ queryKey: influencerQuery(id).queryKey });
      void refreshInfluencers(queryClient);
    },
    onError: (error) => {
      toast.error('Error', { description: 'Failed to delete influencer' });
      const isGone = error instanceof ApiError && error.problem.code === 'not-found';
      if (isGone) void refreshInfluencers(queryClient);
    },
  });
}

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** What goes along, and what stays. */
function WhatGoes({ id }: { id: string }) {
  const { data } = useQuery({ ...influencerQuery(id), staleTime: 0 });
  if (!data) return <Skeleton height="7.5rem" />;
  return (
    <ul className={styles.goes}>
      <li>{counted(data.postCount, 'published post')}, and drafts, with all files</li>
      <li>
        {counted(data.subscriberCount, 'active subscription')}: no fan is charged again, their
        access ends at once, and a mail tells them
      </li>
      <li>{counted(data.taskCount, 'task')} and what was handed in</li>
      <li>Account, notes, prices and the public page with its pictures</li>
      <li className={styles.stays}>Payouts stay in the books, with the name.</li>
    </ul>
  );
}
