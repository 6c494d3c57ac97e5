import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call, client } from '#src/client/client.ts';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { STATUS_LABELS } from '#src/features/money/disputes/disputes.rules.ts';
import {
  DISPUTE_NOTE_MAXIMUM_LENGTH,
  type PurchaseBlock,
} from '#src/features/money/disputes/disputes.schema.ts';
import { formatDate } from '#src/lib/locale/screen-dates.ts';
import { FormActions, FormDialog, INPUT_WILL_BE_LOST } from '#src/ui/dialogs/form-dialog.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import { TextArea } from '#src/ui/forms/text-area.tsx';
import { useAppForm } from '#src/ui/forms/use-app-form.ts';
import { Panel } from '#src/ui/page/panel.tsx';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './fan-purchase-block.module.css';
import { purchaseBlocksQuery } from './fan-queries.ts';

/** Whether the fan cannot buy because of a dispute, and the way to lift that; nothing without disputes. */
export function FanPurchaseBlock({ fanId }: { fanId: string }) {
  const { data } = useQuery(purchaseBlocksQuery(fanId));
  const [isLifting, setLifting] = useState(false);
  // The block concerns all influencers.
  const mayLift = !useSession()?.isLimited;
  const blocks = data?.blocks ?? [];
  const isBlocked = blocks.some(({ liftedAt }) => liftedAt === null);
  if (blocks.length === 0) return null;
  return (
    <Panel title="Disputes">
      <p className={styles.state} data-blocked={isBlocked || undefined}>
        {isBlocked ? 'Can’t buy new subscriptions' : 'Can buy again'}
      </p>
      <ul className={styles.list}>
        {blocks.map((block) => (
          <li key={block.id}>
            <Block {...block} />
          </li>
        ))}
      </ul>
      {isBlocked && mayLift && (
        <Button radius="xl" variant="default" size="xs" onClick={() => setLifting(true)}>
          Lift Block
        </Button>
      )}
      <FormDialog
        title="Lift the Block"
        size="30rem"
        opened={isLifting}
        leaveConfirmation={INPUT_WILL_BE_LOST}
        onClose={() => setLifting(false)}
      >
        {(onCancel) => <Lift fanId={fanId} onClose={() => setLifting(false)} onCancel={onCancel} />}
      </FormDialog>
    </Panel>
  );
}

function Block({ disputeId, disputeStatus, isByCard, blockedAt, ...lifted }: PurchaseBlock) {
  const { liftedAt, liftedBy, liftReason } = lifted;
  const kind = isByCard ? 'Dispute by another account with the same card' : 'Dispute';
  const label = `${kind}: ${STATUS_LABELS[disputeStatus].toLowerCase()}`;
  return (
    <>
      {disputeId ? (
        <Link to="/disputes" search={{ dispute: disputeId }} className="touch-target">
          {label}
        </Link>
      ) : (
        label
      )}
      <small>
        Blocked on <time dateTime={blockedAt}>{formatDate(blockedAt)}</time>
        {liftedAt && (
          <>
            , lifted on <time dateTime={liftedAt}>{formatDate(liftedAt)}</time>
            {liftedBy && <> by {liftedBy}</>}: <span dir="auto">{liftReason}</span>
          </>
        )}
      </small>
    </>
  );
}

type LiftProps = { fanId: string; onClose: () => void; onCancel: () => void };

function Lift({ fanId, onClose, onCancel }: LiftProps) {
  const queryClient = useQueryClient();
  const draft = useAppForm({
    initial: { reason: '' },
    validate: ({ reason }) => (reason.trim() ? {} : { reason: 'Please enter a reason' }),
    async send(json) {
      const { lift } = client.api.fans[':id']['purchase-blocks'];
      await call(lift.$post({ param: { id: fanId }, json }));
      toast.success('Success', { description: 'The fan can buy again' });
      onClose();
      void queryClient.invalidateQueries(purchaseBlocksQuery(fanId));
    },
  });
  return (
    <form {...draft.form} className={dialog.form}>
      <p>The fan can subscribe again, to any influencer. A new dispute blocks them again.</p>
      <TextArea
        label="Reason"
        description="For the back office only."
        withAsterisk
        data-autofocus
        minRows={2}
        maxRows={6}
        maxLength={DISPUTE_NOTE_MAXIMUM_LENGTH}
        value={draft.values.reason}
        error={draft.errors.reason}
        onChange={({ currentTarget }) => draft.change({ reason: currentTarget.value })}
      />
      <FormActions
        submitLabel="Lift Block"
        failure={draft.failure}
        isBusy={draft.busy}
        onCancel={onCancel}
      />
    </form>
  );
}
