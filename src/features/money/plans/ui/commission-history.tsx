import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, CircleCheck, CircleSlash } from 'lucide-react';
import { call, client } from '#src/client/client.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import { formatPercent } from '#src/lib/locale/numbers.ts';
import { StateBadge } from '#src/ui/elements/state-badge.tsx';
import { toast } from '#src/ui/elements/toast.ts';
import type { CommissionRate } from '../commission.schema.ts';
import styles from './commission-history.module.css';
import { refreshPlans } from './plans-queries.ts';

const STATES = {
  planned: { label: 'Planned', variant: 'info', icon: CalendarClock },
  active: { label: 'Active', variant: 'success', icon: CircleCheck },
  ended: { label: 'Ended', variant: 'neutral', icon: CircleSlash },
} as const;

type CommissionHistoryProps = { planId: string; rates: CommissionRate[] };

/** The planned, active and ended commissions; what has not started can be removed. */
export function CommissionHistory({ planId, rates }: CommissionHistoryProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (rateId: string) =>
      call(
        client.api.plans[':id'].commission[':rateId'].$delete({ param: { id: planId, rateId } }),
      ),
    onSuccess: () => toast.success('Success', { description: 'Planned commission removed' }),
    onError: ({ message }) => toast.error('Error', { description: message }),
    onSettled: () => refreshPlans(queryClient),
  });
  return (
    <ol className={styles.list} aria-label="Commissions">
      {rates.map(({ id, percent, effectiveFrom, state, reason, createdBy }) => (
        <li key={id ?? 'first'} data-state={state}>
          <div className={styles.head}>
            <strong>{formatPercent(percent)}</strong>
            <StateBadge variant={STATES[state].variant} icon={STATES[state].icon}>
              {STATES[state].label}
            </StateBadge>
            <span>
              from <time dateTime={effectiveFrom}>{formatUtcDate(effectiveFrom)}</time>
            </span>
          </div>
          <p dir="auto">{reason ?? 'Since the plan was created'}</p>
          {id && (
            <p>
              Added by <bdi>{createdBy?.name ?? 'a deleted colleague'}</bdi>
            </p>
          )}
          {id && state === 'planned' && (
            <Button
              variant="default"
              size="compact-sm"
              radius="xl"
              className={styles.remove}
              disabled={isPending}
              onClick={() => mutate(id)}
            >
              Remove
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
