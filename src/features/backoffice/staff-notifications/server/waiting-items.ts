import { and, eq, isNotNull, isNull, or, sql, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { lateBefore } from '#src/features/agency/applications/applications.rules.ts';
import { applicationQuestions } from '#src/features/agency/applications/server/application-questions.table.ts';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { SUSPENSION_HOURS } from '#src/features/identity/accounts/accounts.schema.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { inScope } from '#src/features/identity/accounts/server/scope.ts';
import { URGENT_HOURS } from '#src/features/money/disputes/disputes.rules.ts';
import {
  disputeInScope,
  DISPUTES_WITH_PEOPLE,
} from '#src/features/money/disputes/server/dispute-list.ts';
import { disputes } from '#src/features/money/disputes/server/disputes.table.ts';
import { ledgerFindings } from '#src/features/money/ledger-checks/server/ledger-checks.table.ts';
import { ledgerTransactions } from '#src/features/money/ledger/server/ledger.table.ts';
import { bankDetails } from '#src/features/money/payees/server/payees.table.ts';
import { taxDetails } from '#src/features/money/payees/server/tax-details.table.ts';
import { paymentEvents } from '#src/features/money/payments/server/billing.table.ts';
import { refunds } from '#src/features/money/refunds/server/refunds.table.ts';
import { losesPaidDays } from '#src/features/money/subscribers/server/unused-days.ts';
import { providerChanges } from '#src/features/money/subscriptions/server/provider-changes.table.ts';
import { isUnconfirmed } from '#src/features/money/subscriptions/server/provider-changes.ts';
import { userSubscriptions } from '#src/features/money/subscriptions/server/subscriptions.table.ts';
import { signedAgreements } from '#src/features/trust/agreements/server/agreements.table.ts';
import { isWaitingForAgency } from '#src/features/trust/agreements/server/signed-agreement-list.ts';
import { accountsToDecide } from '#src/features/trust/strikes/server/strikes.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { isVisibleTo } from '#src/features/work/contact/server/visible-messages.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { ofActor } from '#src/features/work/tasks/server/tasks.ts';
import { literal } from '#src/platform/database/statement.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import { listWaitingContent } from './waiting-content.ts';
import { kindOf, nameOf, type WaitingItems } from './waiting-item.ts';

/** Whether applicants have waited longer than promised. */
const isLateAt = (at: SQLWrapper) => sql`${at} < ${lateBefore(Date.now())}::timestamptz`;

const isPending = eq(influencerApplications.status, literal('pending'));
const later = alias(applicationQuestions, 'later');

// After a question, an application waits for its applicant, and then for the staff again.
const applications = ({ userId }: Actor): WaitingItems => ({
  kind: kindOf('application'),
  from: sql`${influencerApplications}`,
  where: and(
    isPending,
    sql`not exists (select from ${applicationQuestions}
      where ${applicationQuestions.applicationId} = ${influencerApplications.id})`,
  ),
  id: influencerApplications.id,
  at: influencerApplications.createdAt,
  title: influencerApplications.fullName,
  detail: influencerApplications.contentCategory,
  isMine: eq(influencerApplications.ownedBy, userId),
  isLate: isLateAt(influencerApplications.createdAt),
});

const answers = ({ userId }: Actor): WaitingItems => ({
  kind: kindOf('answer'),
  from: sql`${applicationQuestions} join ${influencerApplications}
    on ${influencerApplications.id} = ${applicationQuestions.applicationId}`,
  where: and(
    isPending,
    isNotNull(applicationQuestions.answeredAt),
    sql`not exists (select from ${applicationQuestions} ${later}
      where ${later.applicationId} = ${applicationQuestions.applicationId}
        and ${later.createdAt} > ${applicationQuestions.createdAt})`,
  ),
  id: influencerApplications.id,
  at: applicationQuestions.answeredAt,
  title: influencerApplications.fullName,
  detail: sql`left(${applicationQuestions.answer}, 200)`,
  isMine: eq(influencerApplications.ownedBy, userId),
  isLate: isLateAt(applicationQuestions.answeredAt),
});

const submittedTasks = (actor: Actor): WaitingItems => ({
  kind: kindOf('task'),
  from: sql`${tasks}`,
  // Literals, for the index of tasks to review.
  where: and(sql`${tasks.status} = 'completed'`, isNull(tasks.closedAt), ofActor(actor)),
  id: tasks.id,
  at: tasks.completedAt,
  title: tasks.title,
  detail: nameOf(tasks.assignedTo),
  isMine: eq(tasks.ownedBy, actor.userId),
});

const messages = (actor: Actor): WaitingItems => ({
  kind: sql`case when ${contactMessages.influencerId} is null then ${kindOf('message')}
    else ${kindOf('influencer_message')} end`,
  from: sql`${contactMessages}`,
  where: and(isNull(contactMessages.answeredAt), isVisibleTo(actor)),
  id: contactMessages.id,
  at: contactMessages.lastReceivedAt,
  title: contactMessages.name,
  detail: contactMessages.topic,
  isMine: eq(contactMessages.ownedBy, actor.userId),
  isLate: sql`${contactMessages.dueAt} < now()`,
});

/** The influencers with so many strikes that somebody has to decide about their account. */
const accountsWithStrikes = (actor: Actor): WaitingItems => ({
  kind: kindOf('strikes'),
  from: sql`${accountsToDecide} struck join ${profiles} on ${profiles.id} = struck.influencer_id`,
  where: undefined,
  id: profiles.id,
  at: sql`struck.at`,
  title: profiles.fullName,
  detail: sql`struck.strikes::text`,
  isMine: eq(profiles.ownedBy, actor.userId),
});

// Whoever proposed details cannot confirm them.
const proposedIn = (table: typeof bankDetails | typeof taxDetails, actor: Actor): WaitingItems => ({
  kind: kindOf(table === bankDetails ? 'bank_details' : 'tax_details'),
  from: sql`${table} join ${profiles} on ${profiles.id} = ${table.influencerId}`,
  where: and(
    eq(table.status, literal('proposed')),
    sql`${table.proposedBy} is distinct from ${actor.userId}::uuid`,
    inScope(actor, table.influencerId),
  ),
  id: table.influencerId,
  at: table.proposedAt,
  title: profiles.fullName,
  detail: sql`''`,
  isMine: eq(profiles.ownedBy, actor.userId),
});

/** The creator agreements that influencers have signed and the agency has not. */
const agreementsToCountersign: WaitingItems = {
  kind: kindOf('agreement'),
  from: sql`${signedAgreements}`,
  where: isWaitingForAgency,
  id: signedAgreements.id,
  at: signedAgreements.signedAt,
  title: signedAgreements.signedName,
  detail: sql`''`,
};

/** The disputes and alerts that nobody has answered. */
const openDisputes = (actor: Actor): WaitingItems => ({
  kind: kindOf('dispute'),
  from: DISPUTES_WITH_PEOPLE.from,
  where: and(sql`${disputes.status} = 'opened'`, disputeInScope(actor)),
  id: disputes.id,
  at: disputes.openedAt,
  title: DISPUTES_WITH_PEOPLE.fanName,
  detail: sql`coalesce(${disputes.reason}, '')`,
  isLate: sql`${disputes.challengeBy} < now() + interval '${sql.raw(`${URGENT_HOURS} hours`)}'`,
});

/** The subscriptions with a refund that has to be made by hand. */
const owedRefunds: WaitingItems = {
  kind: kindOf('refund'),
  from: sql`(select ${ledgerTransactions.subscriptionId} as id, max(greatest(${refunds.createdAt}, ${refunds.failedAt})) as at
      from ${refunds} join ${ledgerTransactions} on ${ledgerTransactions.id} = ${refunds.chargeId}
      where ${refunds.byHand} and ${refunds.transactionId} is null group by 1) owed
    join ${userSubscriptions} on ${userSubscriptions.id} = owed.id`,
  where: undefined,
  id: sql`owed.id`,
  at: sql`owed.at`,
  title: nameOf(userSubscriptions.subscriberId),
  detail: sql`''`,
};

/** The subscriptions whose provider has not taken a change for hours. */
const unconfirmedChanges = (actor: Actor): WaitingItems => ({
  kind: kindOf('provider_change'),
  from: sql`${providerChanges}
    join ${userSubscriptions} on ${userSubscriptions.id} = ${providerChanges.subscriptionId}`,
  where: and(isUnconfirmed, inScope(actor, userSubscriptions.influencerId)),
  id: userSubscriptions.id,
  at: providerChanges.requestedAt,
  title: nameOf(userSubscriptions.subscriberId),
  detail: userSubscriptions.provider,
});

/** The influencers suspended for a violation whose fans lose paid days, with the number of these fans. */
const suspendedInfluencers = (actor: Actor): WaitingItems => ({
  kind: kindOf('lost_days'),
  from: sql`(select ${userSubscriptions.influencerId} as id, count(*) as fans
      from ${userSubscriptions} where ${losesPaidDays} group by 1) lost
    join ${profiles} on ${profiles.id} = lost.id join ${users} on ${users.id} = lost.id`,
  where: inScope(actor, profiles.id),
  id: profiles.id,
  at: sql`${users.banExpires} - interval '${sql.raw(String(SUSPENSION_HOURS))} hours'`,
  title: profiles.fullName,
  detail: sql`lost.fans::text`,
  isMine: eq(profiles.ownedBy, actor.userId),
});

const failedPaymentEvents: WaitingItems = {
  kind: kindOf('payment_event'),
  from: sql`${paymentEvents}`,
  where: and(
    isNull(paymentEvents.handledAt),
    or(isNotNull(paymentEvents.lastError), isNotNull(paymentEvents.failedAt)),
  ),
  id: paymentEvents.id,
  at: sql`coalesce(${paymentEvents.failedAt}, ${paymentEvents.receivedAt})`,
  title: paymentEvents.type,
  detail: paymentEvents.lastError,
};

/** What a check of the ledger found and nobody has explained. */
const openFindings: WaitingItems = {
  kind: kindOf('ledger_finding'),
  from: sql`${ledgerFindings}`,
  where: eq(ledgerFindings.state, literal('open')),
  id: ledgerFindings.id,
  at: ledgerFindings.sinceAt,
  title: sql`'Ledger check'`,
  detail: ledgerFindings.rule,
};

/** Everything that waits for the staff and that the actor may see. */
export function listWaitingItems(actor: Actor): WaitingItems[] {
  const forAdmins =
    actor.role === 'admin'
      ? [
          accountsWithStrikes(actor),
          agreementsToCountersign,
          owedRefunds,
          failedPaymentEvents,
          openFindings,
        ]
      : [];
  return [
    applications(actor),
    answers(actor),
    submittedTasks(actor),
    messages(actor),
    ...listWaitingContent(actor),
    ...[bankDetails, taxDetails].map((table) => proposedIn(table, actor)),
    openDisputes(actor),
    unconfirmedChanges(actor),
    suspendedInfluencers(actor),
    ...forAdmins,
  ];
}
