import { Button } from '@mantine/core';
import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import type { AgencyTopic } from '../contact.schema.ts';
import { ContactAgencyDialog } from './contact-agency-dialog.tsx';

type ContactAgencyButtonProps = { topic: AgencyTopic; label: string };

/** A button that opens a message to the agency about a topic. */
export function ContactAgencyButton({ topic, label }: ContactAgencyButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        radius="xl"
        leftSection={<MessageSquare size={16} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        {label}
      </Button>
      <ContactAgencyDialog topic={topic} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
