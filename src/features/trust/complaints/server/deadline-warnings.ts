import { sql } from 'drizzle-orm';
import { mailTeam, type TeamMailer } from '#src/features/identity/colleagues/server/mail-team.ts';
import { BUSINESS_ZONE } from '#src/features/trust/clocks/holidays.ts';
import { formatMailTime } from '#src/lib/locale/dates.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Mail } from '#src/platform/mail/mail-message.ts';
import { complaintReference } from '../complaints.rules.ts';
import type { DEADLINE_WARNINGS } from '../complaints.schema.ts';
import { complaintVisibleTo, effectiveDueAt, isOpenComplaint } from './complaint-list.ts';
import { complaints } from './complaints.table.ts';
import { deadlineWarnings } from './deadline-warnings.table.ts';

/** How long before a deadline the team is warned. */
const WARNING_HOURS = 24;
const CASES_IN_MAIL = 20;

type Warning = (typeof DEADLINE_WARNINGS)[number];

const TEXTS: Record<Warning, { one: string; many: string; text: string; query: string }> = {
  soon: {
    one: 'A complaint is due soon',
    many: 'complaints are due soon',
    text: 'Decide by the deadline: laws and card networks set it.',
    query: 'state=open',
  },
  overdue: {
    one: 'A complaint is overdue',
    many: 'complaints are overdue',
    text: 'The deadline has passed. Decide now: laws and card networks set it.',
    query: 'state=overdue',
  },
};

/**
 * Mails the team the complaints and appeals that are due soon or overdue, each deadline once. The mail has
 * case numbers alone: others may see a mailbox. Safe to repeat at any time.
 */
export async function warnOfDeadlines({ db, ...mailer }: TeamMailer & { db: Db }): Promise<void> {
  await db.transaction(async (tx) => {
    for (const warning of ['overdue', 'soon'] as const) await warn(tx, mailer, warning);
  });
}

async function warn(tx: Db, mailer: TeamMailer, warning: Warning): Promise<void> {
  const dueOf = new Map((await claim(tx, warning)).map(({ id, due }) => [id, due]));
  if (dueOf.size === 0) return;
  await mailTeam(tx, mailer, {
    ids: [...dueOf.keys()],
    table: complaints,
    visibleTo: complaintVisibleTo,
    write: (ids) => {
      const cases = ids.map((id) => ({ id, due: dueOf.get(id)! }));
      return createMail(cases, warning, mailer.config.publicUrl);
    },
  });
}

type Case = { id: string; due: Date };

function createMail(cases: Case[], warning: Warning, publicUrl: string): Omit<Mail, 'to'> {
  const { one, many, text, query } = TEXTS[warning];
  const subject = cases.length === 1 ? one : `${cases.length} ${many}`;
  const facts = cases.slice(0, CASES_IN_MAIL).map(({ id, due }) => ({
    label: complaintReference(id),
    value: formatMailTime(due, BUSINESS_ZONE),
  }));
  const rest = cases.length - facts.length;
  const [first] = cases;
  return {
    subject,
    heading: subject,
    paragraphs: [text],
    facts: rest > 0 ? [...facts, { label: 'More', value: String(rest) }] : facts,
    action:
      cases.length === 1
        ? {
            label: 'View the Complaint',
            url: `${publicUrl}/complaints?complaint=${first!.id}`,
          }
        : { label: 'View the Complaints', url: `${publicUrl}/complaints?${query}` },
  };
}

/** The complaints of which nobody has been warned, the nearest deadline first. */
async function claim(tx: Db, warning: Warning): Promise<Case[]> {
  const isReached =
    warning === 'overdue'
      ? sql`${effectiveDueAt} < now()`
      : sql`${effectiveDueAt} >= now()
          and ${effectiveDueAt} < now() + ${`${WARNING_HOURS} hours`}::interval`;
  const warned = await tx
    .insert(deadlineWarnings)
    .select(
      sql`select ${complaints.id}, ${warning}, ${effectiveDueAt}, now() from ${complaints}
        where ${isOpenComplaint} and ${isReached}`,
    )
    .onConflictDoNothing()
    .returning({ id: deadlineWarnings.complaintId, due: deadlineWarnings.dueAt });
  return warned.toSorted((a, b) => a.due.getTime() - b.due.getTime());
}
