import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import {
  SUSPENSION_REASONS,
  type SuspensionReason,
} from '#src/features/identity/accounts/accounts.schema.ts';
import { ConfirmDialog } from '#src/ui/dialogs/confirm-dialog.tsx';
import { ifMailed } from '#src/ui/page/sends-mail.ts';

type SuspensionDialogProps = {
  title: string;
  text: string | null;
  /** Whether influencers are suspended, whose fans lose access for a violation. */
  concernsFans: boolean;
  opened: boolean;
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: (reason: SuspensionReason) => void;
};

const LABELS: Record<SuspensionReason, string> = {
  violation: 'A violation of the rules',
  other: 'Another reason, such as leave or the end of a contract',
};
const FOR_FANS: Record<SuspensionReason, string> = {
  violation:
    'Everything is hidden at once, from paying fans too. Subscribers then lists these fans, to refund them.',
  other: 'Fans keep access until the end of the period they paid for.',
};

/** Asks why accounts are suspended, and confirms it. */
export function SuspensionDialog({ concernsFans, onConfirm, ...dialog }: SuspensionDialogProps) {
  const [reason, setReason] = useState<SuspensionReason | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const close = (run: () => void) => {
    run();
    setReason(null);
    setIsMissing(false);
  };
  return (
    <ConfirmDialog
      {...dialog}
      variant="card"
      cancelLabel="Cancel"
      confirmLabel="Suspend"
      onCancel={() => close(dialog.onCancel)}
      onConfirm={() => {
        if (reason) close(() => onConfirm(reason));
        else setIsMissing(true);
      }}
    >
      <Radio.Group
        label="Why?"
        description={ifMailed('The person learns by email whether it’s a violation.').trim()}
        error={isMissing && !reason && 'Choose why'}
        value={reason}
        onChange={(value) => setReason(value as SuspensionReason)}
      >
        <Stack gap="sm" my="xs">
          {SUSPENSION_REASONS.map((value) => (
            <Radio
              key={value}
              value={value}
              label={LABELS[value]}
              description={concernsFans ? FOR_FANS[value] : undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  );
}
