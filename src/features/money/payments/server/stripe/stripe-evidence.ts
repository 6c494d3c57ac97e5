import type { Stripe } from 'stripe';
import { DomainError } from '#src/lib/problem.ts';
import type { DisputeEvidencePort, EvidenceTexts } from '../dispute-evidence-port.ts';
import { refusalOf, type CallStripe } from './stripe-client.ts';

/** Stripe takes as many characters in a field. */
const FIELD_LENGTH = 20_000;
const OPEN = ['needs_response', 'warning_needs_response'];

/** Answers disputes through Stripe's API. */
export function stripeEvidence(callStripe: CallStripe): DisputeEvidencePort {
  return {
    async read(id) {
      const { status, evidence_details: details } = await callStripe(({ disputes }) =>
        disputes.retrieve(id),
      );
      return {
        isOpen: OPEN.includes(status) && !details.past_due,
        isSubmitted: details.submission_count > 0,
      };
    },
    attach: (id, evidence) =>
      orRefuse(async () => {
        await callStripe(({ disputes }) =>
          disputes.update(id, { evidence: fieldsOf(evidence), submit: false }),
        );
      }),
    submit: (id, idempotencyKey) =>
      orRefuse(async () => {
        await callStripe(({ disputes }) =>
          disputes.update(id, { submit: true }, { idempotencyKey }),
        );
      }),
  };
}

function fieldsOf(evidence: EvidenceTexts): Stripe.DisputeUpdateParams.Evidence {
  const { customerName, customerEmail } = evidence;
  const cut = (text: string) => text.slice(0, FIELD_LENGTH);
  return {
    ...(customerName && { customer_name: customerName }),
    ...(customerEmail && { customer_email_address: customerEmail }),
    product_description: cut(evidence.productDescription),
    service_date: evidence.serviceDate,
    access_activity_log: cut(evidence.activityLog),
    cancellation_policy_disclosure: cut(evidence.cancellationPolicy),
    uncategorized_text: cut(evidence.summary),
  };
}

/** @throws DomainError 'not-allowed-in-state' if Stripe understood the request and refused it */
async function orRefuse(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    throw new DomainError('not-allowed-in-state', refusal.message, undefined, { cause: refusal });
  }
}
