import type { Stripe } from 'stripe';
import type { DisputeStage, DisputeStatus } from '../../billing.schema.ts';
import type { PaymentEvent } from '../payment-provider.ts';
import { idOf } from './stripe-client.ts';
import { instant } from './stripe-invoices.ts';

type Common = Pick<PaymentEvent, 'id' | 'occurredAt'>;
type Place = [stage: DisputeStage, status: DisputeStatus];

const PLACES: Record<string, Place> = {
  warning_needs_response: ['pre_dispute', 'opened'],
  warning_under_review: ['pre_dispute', 'challenged'],
  warning_closed: ['pre_dispute', 'cancelled'],
  prevented: ['pre_dispute', 'accepted'],
  needs_response: ['dispute', 'opened'],
  under_review: ['dispute', 'challenged'],
  won: ['dispute', 'won'],
  lost: ['dispute', 'lost'],
  appeal_needs_response: ['pre_arbitration', 'opened'],
  appeal_under_review: ['pre_arbitration', 'challenged'],
};

/** Where Stripe's dispute stands. @throws Error for a status that is not known yet */
export function reportDispute(dispute: Stripe.Dispute, common: Common): PaymentEvent | null {
  const { id: disputeId, status: providerStatus, amount: amountCents, reason } = dispute;
  const paymentId = idOf(dispute.payment_intent);
  if (!paymentId) return null;
  const place = PLACES[providerStatus];
  if (!place) throw new Error(`The status ${providerStatus} of a dispute is unknown`);
  const [stage, status] = place;
  const { due_by: dueBy, past_due: isPastDue } = dispute.evidence_details;
  const card = dispute.payment_method_details?.card;
  return {
    type: 'dispute.reported',
    ...common,
    paymentId,
    disputeId,
    amountCents,
    stage,
    status: status === 'opened' && isPastDue ? 'expired' : status,
    providerStatus,
    reason,
    reasonCode: card?.network_reason_code ?? null,
    network: card?.brand ?? null,
    challengeBy: dueBy === null ? null : instant(dueBy),
  };
}

/** A warning that the fan has reported the payment as fraud: usually, a dispute follows. */
export function reportWarning(
  warning: Stripe.Radar.EarlyFraudWarning,
  common: Common,
): PaymentEvent | null {
  const paymentId = idOf(warning.payment_intent);
  if (!paymentId) return null;
  return {
    type: 'dispute.reported',
    ...common,
    paymentId,
    disputeId: warning.id,
    stage: 'pre_dispute',
    // A warning that is no longer actionable was refunded or disputed.
    status: warning.actionable ? 'opened' : 'cancelled',
    providerStatus: 'early_fraud_warning',
    reason: warning.fraud_type,
  };
}
