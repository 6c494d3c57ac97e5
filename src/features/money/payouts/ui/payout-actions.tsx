import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { EllipsisVertical } from 'lucide-react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { monthLabel } from '#src/lib/locale/months.ts';
import { PAYOUT_CHANGES, type PayoutChange } from '../payout-changes.schema.ts';
import { isForOthers, mayChange } from '../payouts.rules.ts';
import type { PayoutRow } from '../payouts.schema.ts';
import { CHANGE_TEXT } from './payout-change-text.ts';

/** The changes that the signed-in user may make to every one of some payouts. */
export function useListChanges(): (payouts: PayoutRow[]) => PayoutChange[] {
  const userId = useSession()?.user.id ?? '';
  return (payouts) =>
    PAYOUT_CHANGES.filter((change) =>
      payouts.every((payout) => mayChange(change, payout) && !isForOthers(change, payout, userId)),
    );
}

type PayoutActionsProps = {
  payout: PayoutRow;
  size?: 'compact-sm' | 'sm';
  onChange: (change: PayoutChange) => void;
};

/** A button for the change that usually comes next, and a menu with the others. */
export function PayoutActions({ payout, size = 'compact-sm', onChange }: PayoutActionsProps) {
  const changes = useListChanges()([payout]);
  // What usually comes next.
  const main = changes.find((change) => change === 'approve' || change === 'pay');
  const others = changes.filter((change) => change !== main);
  const subject = `${payout.payeeName}, ${monthLabel(payout.periodStart)}`;
  return (
    <Group gap="xs" wrap="nowrap">
      {main && (
        <Button
          size={size}
          variant="default"
          radius="xl"
          aria-label={`${CHANGE_TEXT[main].action}: ${subject}`}
          onClick={() => onChange(main)}
        >
          {CHANGE_TEXT[main].action}
        </Button>
      )}
      {others.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" radius="xl" aria-label={`More actions: ${subject}`}>
              <EllipsisVertical size={18} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((change) => (
              <Menu.Item key={change} onClick={() => onChange(change)}>
                {CHANGE_TEXT[change].action}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}
