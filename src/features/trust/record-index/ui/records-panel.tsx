import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FileLock2 } from 'lucide-react';
import { useState } from 'react';
import { Panel } from '#src/ui/page/panel.tsx';
import { ArchiveDialog } from './archive-dialog.tsx';

/** The record of a performer for inspections. */
export function RecordsPanel({ performerId }: { performerId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel
      title="2257 Record"
      aside={
        <Button
          variant="default"
          radius="xl"
          size="xs"
          leftSection={<FileLock2 size={16} aria-hidden="true" />}
          onClick={() => setIsOpen(true)}
        >
          Download
        </Button>
      }
    >
      <p>
        <Link to="/record-index/works" search={{ performer: performerId }} className="touch-target">
          Works with addresses and dates
        </Link>
      </p>
      <ArchiveDialog
        performerIds={isOpen ? [performerId] : null}
        onClose={() => setIsOpen(false)}
      />
    </Panel>
  );
}
