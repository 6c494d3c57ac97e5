import {
  DISPUTE_STAGES,
  type DisputeStage,
  type DisputeStatus,
} from '#src/features/money/payments/billing.schema.ts';
import type { DisputeMonth, DisputeThreshold } from './disputes.schema.ts';

/** A dispute that has so little time left is urgent. */
export const URGENT_HOURS = 48;

/** Within a stage, a status replaces those of lower rank. */
const STATUS_RANKS: Record<DisputeStatus, number> = {
  opened: 0,
  challenged: 1,
  accepted: 2,
  expired: 2,
  cancelled: 2,
  won: 3,
  lost: 3,
};

type Place = { stage: DisputeStage; status: DisputeStatus; occurredAt: Date };

function isDecision({ status }: Place): boolean {
  return status === 'won' || status === 'lost';
}

/**
 * Whether a report replaces what is known: a later stage, a status of higher rank in the same stage,
 * or the newer report of the same rank. So repeated and reordered reports change nothing. A decision
 * about an appeal names no stage, so a newer decision counts in every stage.
 */
export function replacesKnown(report: Place, known: Place): boolean {
  const stages = DISPUTE_STAGES.indexOf(report.stage) - DISPUTE_STAGES.indexOf(known.stage);
  if (stages < 0) return isDecision(report) && report.occurredAt > known.occurredAt;
  if (stages > 0) return !isDecision(known) || report.occurredAt >= known.occurredAt;
  const statuses = STATUS_RANKS[report.status] - STATUS_RANKS[known.status];
  if (statuses !== 0) return statuses > 0;
  return report.occurredAt >= known.occurredAt;
}

/** The later of two stages. */
export function laterStage(one: DisputeStage, other: DisputeStage): DisputeStage {
  return DISPUTE_STAGES.indexOf(one) > DISPUTE_STAGES.indexOf(other) ? one : other;
}

/** Whether nothing has decided a dispute yet. */
export function isUndecided(status: DisputeStatus): boolean {
  return status === 'opened' || status === 'challenged';
}

/** Whether the fan of a dispute cannot buy: it is open or lost. Alerts block nobody. */
export function blocksPurchases({ stage, status }: Pick<Place, 'stage' | 'status'>): boolean {
  return stage !== 'pre_dispute' && status !== 'won' && status !== 'cancelled';
}

/** Whether evidence about a dispute can make a difference. Nobody reads it for a fraud warning. */
export function takesEvidence({
  status,
  providerStatus,
}: Pick<Place, 'status'> & { providerStatus: string | null }): boolean {
  return status === 'opened' && providerStatus !== 'early_fraud_warning';
}

export const STAGE_LABELS: Record<DisputeStage, string> = {
  pre_dispute: 'Alert',
  dispute: 'Dispute',
  pre_arbitration: 'Appeal',
};

export const STATUS_LABELS: Record<DisputeStatus, string> = {
  opened: 'Needs response',
  challenged: 'Challenged',
  accepted: 'Accepted',
  expired: 'Expired',
  cancelled: 'Closed',
  won: 'Won',
  lost: 'Lost',
};

/** How often a network counts disputes in a month, newest month first. */
export function ratioOf(
  network: DisputeThreshold['network'],
  months: readonly DisputeMonth[],
  index: number,
): { count: number; percent: number | null } {
  const { disputes, alerts, payments } = months[index]!;
  // Visa adds fraud warnings and divides by the same month, Mastercard by the month before.
  const count = network === 'visa' ? disputes + alerts : disputes;
  const base = network === 'visa' ? payments : (months[index + 1]?.payments ?? 0);
  return { count, percent: base === 0 ? null : (count / base) * 100 };
}

/** Whether a month exceeds the limits of a network: both of them. */
export function exceeds(
  { count, percent }: ReturnType<typeof ratioOf>,
  threshold: Pick<DisputeThreshold, 'count' | 'percent'>,
): boolean {
  return count >= threshold.count && percent !== null && percent >= threshold.percent;
}
