import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { EllipsisVertical } from 'lucide-react';
import { monthLabel } from '#src/lib/locale/months.ts';
import { PAYOUT_CHANGES, type PayoutChange } from '../payout-changes.schema.ts';
import { mayChange } from '../payouts.rules.ts';
import type { PayoutRow } from '../payouts.schema.ts';
import { CHANGE_TEXT } from './payout-change-text.ts';

/** The change that usually comes next. */
const mainChange = (payout: PayoutRow): PayoutChange | null =>
  (['approve', 'pay'] as const).find((change) => mayChange(change, payout)) ?? null;

/** The changes that are possible for every one of some payouts. */
export function listChanges(payouts: PayoutRow[]): PayoutChange[] {
  return PAYOUT_CHANGES.filter((change) => payouts.every((payout) => mayChange(change, payout)));
}

type PayoutActionsProps = {
  payout: PayoutRow;
  size?: 'compact-sm' | 'sm';
  onChange: (change: PayoutChange) => void;
};

/** A button for the change that usually comes next, and a menu with the others. */
export function PayoutActions({ payout, size = 'compact-sm', onChange }: PayoutActionsProps) {
  const main = mainChange(payout);
  const others = listChanges([payout]).filter((change) => change !== main);
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
