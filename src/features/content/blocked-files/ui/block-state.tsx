import { CircleOff, ShieldBan } from 'lucide-react';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import type { BlockedFile } from '../blocked-files.schema.ts';

/** Whether a file is still blocked. */
export function BlockState({ state }: Pick<BlockedFile, 'state'>) {
  return state === 'active' ? (
    <StateBadge variant="danger" icon={ShieldBan}>
      Blocked
    </StateBadge>
  ) : (
    <StateBadge variant="neutral" icon={CircleOff}>
      Lifted
    </StateBadge>
  );
}
