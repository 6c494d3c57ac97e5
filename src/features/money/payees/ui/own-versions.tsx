import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { toast } from '#src/ui/elements/toast.ts';
import type { OwnVersion } from '../payee-versions.schema.ts';
import styles from './payees.module.css';

type OwnVersionsProps<V extends OwnVersion> = {
  details: { confirmed: V | null; proposed: V | null; declined: V | null };
  empty: string;
  /** Shown below the confirmed version. */
  note?: string | false | null | undefined;
  /** Shown above a change of confirmed details that waits. */
  waiting: string;
  addLabel: string;
  changeLabel: string;
  summary: (version: V) => ReactNode;
  form: (opened: boolean, onClose: () => void) => ReactNode;
  withdraw: () => Promise<unknown>;
};

/** An influencer's own details, and their change. */
export function OwnVersions<V extends OwnVersion>({ details, ...props }: OwnVersionsProps<V>) {
  const [isOpen, setIsOpen] = useState(false);
  const withdraw = useMutation({
    mutationFn: props.withdraw,
    onError: ({ message }) => toast.error('Error', { description: message }),
  });
  const { confirmed, proposed, declined } = details;
  const hasDetails = confirmed !== null || proposed !== null;
  return (
    <>
      {confirmed && props.summary(confirmed)}
      {!hasDetails && <p className={styles.soft}>{props.empty}</p>}
      {declined && (
        <Alert variant="light" color="red" title="Your last change was not accepted">
          <bdi>{declined.reason}</bdi>
        </Alert>
      )}
      {!declined && !proposed && props.note && <p className={styles.soft}>{props.note}</p>}
      {proposed && (
        <>
          <p className={styles.soft}>
            {confirmed ? props.waiting : 'Our team checks these details:'}
          </p>
          {props.summary(proposed)}
        </>
      )}
      <div className={styles.actions}>
        <Button
          variant={hasDetails ? 'default' : 'filled'}
          radius="xl"
          onClick={() => setIsOpen(true)}
        >
          {hasDetails ? props.changeLabel : props.addLabel}
        </Button>
        {proposed && (
          <Button
            variant="subtle"
            radius="xl"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate()}
          >
            Withdraw Change
          </Button>
        )}
      </div>
      {props.form(isOpen, () => setIsOpen(false))}
    </>
  );
}
