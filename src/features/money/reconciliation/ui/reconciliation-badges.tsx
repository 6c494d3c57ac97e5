import {
  CircleCheck,
  CircleX,
  Hourglass,
  TriangleAlert,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import { StateBadge, type StateBadgeVariant } from '#src/ui/elements/state-badge.tsx';
import { ITEM_STATUS_LABELS, RUN_STATUS_LABELS } from '../reconciliation.rules.ts';
import type { ItemStatus, RunStatus } from '../reconciliation.schema.ts';

type Appearance = { variant: StateBadgeVariant; icon: LucideIcon };

const RUNS: Record<RunStatus, Appearance> = {
  running: { variant: 'warning', icon: Hourglass },
  completed: { variant: 'success', icon: CircleCheck },
  failed: { variant: 'danger', icon: CircleX },
};

const ITEMS: Record<ItemStatus, Appearance> = {
  open: { variant: 'danger', icon: TriangleAlert },
  repaired: { variant: 'success', icon: Wrench },
  settled: { variant: 'neutral', icon: CircleCheck },
  closed: { variant: 'neutral', icon: CircleCheck },
};

/** The state of a comparison. */
export function RunState({ status }: { status: RunStatus }) {
  return <StateBadge {...RUNS[status]}>{RUN_STATUS_LABELS[status]}</StateBadge>;
}

/** The state of a difference. */
export function ItemState({ status }: { status: ItemStatus }) {
  return <StateBadge {...ITEMS[status]}>{ITEM_STATUS_LABELS[status]}</StateBadge>;
}
