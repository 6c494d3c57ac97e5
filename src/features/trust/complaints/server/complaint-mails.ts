import { eq } from 'drizzle-orm';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { groundText } from '#src/features/trust/policies/policies.rules.ts';
import type { Reason } from '#src/features/trust/policies/server/policies.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import {
  APPEAL_MONTHS,
  complaintReference,
  deadlineText,
  KIND_LABELS,
} from '../complaints.rules.ts';
import type { Decision, Party } from '../complaints.schema.ts';
import { lacksSignature } from '../reports.schema.ts';
import type { complaints } from './complaints.table.ts';
import { REPORT_LINKS } from './report-links.ts';

export type ComplaintMailer = {
  mail: Pick<Mailer, 'queue'>;
  config: Pick<Config, 'publicUrl'>;
};

type Complaint = typeof complaints.$inferSelect;

/** The mails with a private link. None contains a question or a decision: others may see a mailbox. */
const TEXTS = {
  received: {
    subject: 'We have received your report',
    text: 'Thank you for your report. Someone on our team will read it.',
  },
  question: {
    subject: 'A question about your report',
    text: 'We need one more detail before we decide. Open your report to read our question and answer it.',
  },
  decided: {
    subject: 'We have decided on your report',
    text: 'Open your report to read our decision and the reason for it. If you disagree, you can appeal there.',
  },
  appealed: {
    subject: 'We have received your appeal',
    text: 'Someone who did not make the decision will review it. Follow the link to see the deadline; we’ll write to you by then.',
  },
  counter_notice: {
    subject: 'A counter-notice to your copyright report',
    text: 'The other side disagrees and has sent us a counter-notice. Open your report to read it. We restore the content after 10 to 14 business days, unless you tell us there before that you have filed an action in court.',
  },
  appeal_decided: {
    subject: 'We have decided on your appeal',
    text: 'Follow the link to read our decision and the reason for it.',
  },
  changed: {
    subject: 'We have changed our decision on your report',
    text: 'The other side appealed, and we reviewed the decision. Open your report to read the new one. If you disagree, you can appeal there.',
  },
};

/** Queues a mail to the reporter or influencer of a complaint, if their address is known. */
export async function mailParty(
  tx: Db,
  { mail }: Pick<ComplaintMailer, 'mail'>,
  complaint: Pick<Complaint, 'id' | 'email' | 'kind' | 'influencerId' | 'signature'>,
  { party, occasion }: { party: Party; occasion: keyof typeof TEXTS },
): Promise<void> {
  const { id, email, kind } = complaint;
  const to = party === 'reporter' ? email : await influencerAddress(tx, complaint);
  if (!to) return;
  const { subject, text } = TEXTS[occasion];
  const deadline =
    occasion === 'received'
      ? [`We’ll decide within ${deadlineText(kind)} and write to you by then.`]
      : [];
  const toSign =
    occasion === 'received' && lacksSignature(complaint)
      ? ['The law requires your signature for this kind of report. Open your report to sign it.']
      : [];
  await mail.queue(tx, {
    to,
    subject,
    heading: subject,
    paragraphs: [text, ...deadline, ...toSign],
    facts: [{ label: 'Case number', value: complaintReference(id) }],
    action: {
      label: party === 'reporter' ? 'View Your Report' : 'View the Decision',
      kind: REPORT_LINKS[party],
      subject: id,
    },
    footnote:
      occasion === 'received'
        ? 'If you didn’t report anything, ignore this email. Its link is only for you.'
        : 'The link in this email is only for you.',
  });
}

async function influencerAddress(
  tx: Db,
  { influencerId }: Pick<Complaint, 'influencerId'>,
): Promise<string | null> {
  if (!influencerId) return null;
  const [influencer] = await tx
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, influencerId));
  return influencer?.email ?? null;
}

type Restriction =
  | { occasion: 'hidden'; isAutomatic: boolean }
  | { occasion: 'removed'; decision: Pick<Decision, 'text'> & { reason: Reason } }
  | { occasion: 'restored' };

const INFLUENCER_TEXTS: Record<Restriction['occasion'], { subject: string; text: string }> = {
  hidden: {
    subject: 'One of your posts is hidden for now',
    text: 'We received a report about your post. Nobody but you and our team can see it until we have decided. You’ll hear from us then.',
  },
  removed: {
    subject: 'One of your posts was removed',
    text: 'We reviewed a report about your post and removed the post. The reasons are below.',
  },
  restored: {
    subject: 'Your post is visible again',
    text: 'We reviewed the report about your post. Your post is shown as before.',
  },
};

const MEASURES: Record<Restriction['occasion'], string> = {
  hidden: 'Hidden everywhere until we have decided',
  removed: 'Removed everywhere, permanently',
  restored: 'Shown as before',
};

function describeProcess(restriction: Restriction): string {
  if (restriction.occasion === 'hidden' && restriction.isAutomatic) {
    return 'The post was hidden automatically because of the kind of the report. A person decides.';
  }
  return 'Decided by a person, after a report. Nothing was decided automatically.';
}

/** Queues the statement of reasons for the influencer of a post. It never names the reporter. */
export async function mailStatementOfReasons(
  tx: Db,
  { mail, config }: ComplaintMailer,
  { id, kind, label, influencerId }: Pick<Complaint, 'id' | 'kind' | 'label' | 'influencerId'>,
  restriction: Restriction,
): Promise<void> {
  const to = await influencerAddress(tx, { influencerId });
  if (!to) return;
  const { subject, text } = INFLUENCER_TEXTS[restriction.occasion];
  const reasons =
    restriction.occasion === 'removed'
      ? [
          { label: 'Reason', value: restriction.decision.reason.title },
          { label: 'Ground', value: groundText(restriction.decision.reason) },
          { label: 'Explanation', value: restriction.decision.text },
        ]
      : [{ label: 'Kind of report', value: KIND_LABELS[kind] }];
  const { occasion } = restriction;
  const redress: Partial<Record<Restriction['occasion'], string>> = {
    hidden:
      'If you want to tell us something about it, write to your agency and name the case number.',
    removed: `If you disagree, you can appeal through the link below within ${APPEAL_MONTHS} months; someone else decides then. You can also take the matter to a court or a certified dispute settlement body.`,
  };
  await mail.queue(tx, {
    to,
    subject,
    heading: subject,
    paragraphs: [text, redress[occasion]].filter((paragraph) => paragraph !== undefined),
    facts: [
      { label: 'Case number', value: complaintReference(id) },
      { label: 'Post', value: label },
      { label: 'Measure', value: MEASURES[restriction.occasion] },
      ...reasons,
      { label: 'How it was decided', value: describeProcess(restriction) },
    ],
    action:
      occasion === 'removed'
        ? { label: 'View the Decision', kind: REPORT_LINKS.influencer, subject: id }
        : { label: 'View Your Content', url: `${config.publicUrl}/my-content` },
  });
}
