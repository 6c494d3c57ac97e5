import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Lock, LockOpen } from 'lucide-react';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { Fact, FactList } from '#src/ui/page/facts.tsx';
import { Panel } from '#src/ui/page/panel.tsx';
import type { Performer } from '../performers.schema.ts';
import { HoldDialog } from './hold-dialog.tsx';
import { refreshPerformers } from './performers-queries.ts';

type RetentionPanelProps = { performer: Performer; isAdmin: boolean };

/** How long the record is retained, and the hold that admins place and lift. */
export function RetentionPanel({ performer, isAdmin }: RetentionPanelProps) {
  const { createdAt, archivedAt, retainedUntil, holdReason } = performer;
  return (
    <Panel title="Retention" aside={isAdmin && <HoldButton performer={performer} />}>
      <FactList>
        <Fact label="Added">
          <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        </Fact>
        {archivedAt && (
          <Fact label="Archived">
            <time dateTime={archivedAt}>{formatDate(archivedAt)}</time>
          </Fact>
        )}
        <Fact label="Deleted">
          {holdReason ? 'Not while the hold is in place' : earliestDeletion(retainedUntil)}
        </Fact>
        {holdReason && (
          <Fact label="Hold">
            <span dir="auto">{holdReason}</span>
          </Fact>
        )}
      </FactList>
    </Panel>
  );
}

const earliestDeletion = (retainedUntil: string | null) =>
  retainedUntil ? `After ${formatDate(retainedUntil)}` : 'Not while the record is in use';

function HoldButton({ performer: { id, holdReason } }: { performer: Performer }) {
  const queryClient = useQueryClient();
  const [isPlacing, setIsPlacing] = useState(false);
  const { mutate: lift, isPending } = useMutation({
    mutationFn: () =>
      call(client.api.performers[':id'].hold.$put({ param: { id }, json: { reason: null } })),
    onSuccess: () => refreshPerformers(queryClient),
    onError: ({ message }) => toast.error('Error', { description: message }),
  });
  const Icon = holdReason ? LockOpen : Lock;
  return (
    <>
      <Button
        variant="default"
        radius="xl"
        size="xs"
        leftSection={<Icon size={16} aria-hidden="true" />}
        loading={isPending}
        onClick={() => (holdReason ? lift() : setIsPlacing(true))}
      >
        {holdReason ? 'Lift Hold' : 'Place Hold'}
      </Button>
      <HoldDialog performerId={id} opened={isPlacing} onClose={() => setIsPlacing(false)} />
    </>
  );
}
