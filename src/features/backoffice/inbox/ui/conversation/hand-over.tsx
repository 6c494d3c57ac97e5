import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { URGENT_TOPICS } from '#src/features/work/contact/contact.schema.ts';
import { FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import type { Conversation } from '../../inbox.schema.ts';
import styles from './conversation-drawer.module.css';
import { HandOverForm } from './hand-over-form.tsx';

/** Hands a message that reports content over to the complaints, or says that it was. */
export function HandOver({ conversation }: { conversation: Conversation }) {
  const [isOpen, setIsOpen] = useState(false);
  const { complaint, topic } = conversation;
  if (complaint) {
    const { id, reference, isVisible } = complaint;
    return (
      <p className={styles.handedOver}>
        <Flag size={16} aria-hidden="true" />
        <span>
          Handed over as complaint{' '}
          {isVisible ? (
            <Link to="/complaints" search={{ complaint: id }} className="touch-target">
              {reference}
            </Link>
          ) : (
            reference
          )}
        </span>
      </p>
    );
  }
  if (!URGENT_TOPICS.includes(topic)) return null;
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        variant="default"
        radius="xl"
        size="compact-md"
        leftSection={<Flag size={16} aria-hidden="true" />}
        className={styles.handOver}
        onClick={() => setIsOpen(true)}
      >
        Hand Over to Complaints
      </Button>
      <FormDialog
        title="Hand Over to Complaints"
        size="32rem"
        opened={isOpen}
        leaveConfirmation={INPUT_WILL_BE_LOST}
        onClose={close}
      >
        {(onCancel) => (
          <HandOverForm conversation={conversation} onClose={close} onCancel={onCancel} />
        )}
      </FormDialog>
    </>
  );
}
