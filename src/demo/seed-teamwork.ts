import { desc, eq, ne, sql } from 'drizzle-orm';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { recordTags } from '#src/features/identity/tags/server/tags.table.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { automationRules } from '#src/features/work/automation/server/automation.table.ts';
import { comments } from '#src/features/work/comments/server/comments.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { taskTemplates } from '#src/features/work/tasks/server/task-templates.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import type { Seed } from './seed-context.ts';

const TEMPLATES = [
  {
    name: 'Welcome set',
    title: 'Welcome set for the first week',
    description: 'Seven pictures and one clip, so that the page is alive from the first day.',
    dueDays: 7,
    checklist: ['Seven pictures in portrait format', 'A clip of 15 seconds', 'Captions'],
  },
  {
    name: 'Check-in',
    title: 'Post something this week',
    description: 'Subscribers have waited for a while. One picture and one line are enough.',
    dueDays: 3,
    checklist: [],
  },
  {
    name: 'Monthly theme',
    title: 'Propose the theme of the next month',
    description: 'Three themes with a sample picture each.',
    dueDays: 10,
    checklist: ['Three themes', 'A sample picture for each', 'A favorite'],
  },
];

/** Inserts owners, tags, comments, checklists, task templates and automation rules. */
export async function seedTeamwork(seed: Seed): Promise<void> {
  await seedAutomation(seed);
  await seedChecklists(seed);
  await seedComments(seed);
  await seedComplaintComment(seed);
  await seedTags(seed);
  await seedOwners(seed);
}

async function seedAutomation({ db, staffId, now }: Seed): Promise<void> {
  const created = await db.insert(taskTemplates).values(TEMPLATES).returning();
  const [welcome, life, theme] = created.map(({ id }) => id);
  const rule = { createdBy: staffId, activeSince: now, isActive: true, note: '' };
  await db.insert(automationRules).values([
    {
      ...rule,
      name: 'Welcome new influencers',
      trigger: 'influencer_created',
      action: 'create_task',
      templateId: welcome!,
    },
    {
      ...rule,
      name: 'Ten days of silence',
      trigger: 'no_post',
      days: 10,
      action: 'create_task',
      templateId: life!,
      isActive: false,
    },
    {
      ...rule,
      name: 'Theme of the month',
      trigger: 'interval',
      days: 30,
      tag: 'top ten',
      action: 'create_task',
      templateId: theme!,
      isActive: false,
    },
    {
      ...rule,
      name: 'Renewal failed',
      trigger: 'payment_failed',
      action: 'add_note',
      note: 'The renewal failed. Offer another card before the access ends.',
    },
  ]);
}

async function seedChecklists({ db }: Seed): Promise<void> {
  const open = await db
    .select({ id: tasks.id, status: tasks.status })
    .from(tasks)
    .where(ne(tasks.status, 'cancelled'))
    .orderBy(desc(tasks.createdAt))
    .limit(12);
  const { checklist } = TEMPLATES[0]!;
  for (const [index, { id, status }] of open.entries()) {
    if (index % 2 > 0) continue;
    const checkedItems = checklist.slice(0, status === 'completed' ? 3 : index % 3);
    await db.update(tasks).set({ checklist, checkedItems }).where(eq(tasks.id, id));
  }
}

async function seedComments({ db, staffId, adminId, daysAgo }: Seed): Promise<void> {
  const [application] = await db
    .select({ id: influencerApplications.id })
    .from(influencerApplications)
    .where(eq(influencerApplications.status, 'pending'))
    .orderBy(influencerApplications.createdAt)
    .limit(1);
  const [task] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(eq(tasks.status, 'completed'))
    .orderBy(desc(tasks.createdAt))
    .limit(1);
  const [message] = await db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(eq(contactMessages.topic, 'Copyright (DMCA)'));
  await db.insert(comments).values([
    {
      applicationId: application!.id,
      authorId: staffId,
      text: '@Aurelia Stonebridge the portfolio is strong. Do we have room for one more this month?',
      mentions: [adminId],
      createdAt: daysAgo(0.2),
    },
    {
      applicationId: application!.id,
      authorId: adminId,
      text: 'Yes, from the first of next month.',
      createdAt: daysAgo(0.1),
    },
    {
      taskId: task!.id,
      authorId: staffId,
      text: 'The third picture would be a good hero image.',
      createdAt: daysAgo(0.3),
    },
    {
      messageId: message!.id,
      authorId: staffId,
      text: '@Aurelia Stonebridge the name is in the metadata of the original. Who answers?',
      mentions: [adminId],
      createdAt: daysAgo(0.4),
    },
  ]);
}

async function seedComplaintComment({ db, staffId, adminId, daysAgo }: Seed): Promise<void> {
  const [complaint] = await db
    .select({ id: complaints.id })
    .from(complaints)
    .where(eq(complaints.kind, 'non_consensual'));
  await db.insert(comments).values({
    complaintId: complaint!.id,
    authorId: staffId,
    text: '@Aurelia Stonebridge I have compared the faces: it is the same person. We should remove the post.',
    mentions: [adminId],
    createdAt: daysAgo(0.5),
  });
}

async function seedTags({ db, influencers, fans }: Seed): Promise<void> {
  const people = [
    ...influencers.map(({ id }, index) => [id, ['autumn campaign', 'top ten'][index % 3]] as const),
    ...fans.slice(0, 12).map(({ id }, index) => [id, ['early member'][index % 4]] as const),
  ];
  const applications = await db
    .select({ id: influencerApplications.id })
    .from(influencerApplications)
    .limit(4);
  const open = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(eq(tasks.status, 'assigned'))
    .limit(5);
  await db
    .insert(recordTags)
    .values([
      ...people.flatMap(([personId, name]) => (name ? [{ name, personId }] : [])),
      ...applications.map(({ id }) => ({ name: 'call first', applicationId: id })),
      ...open.map(({ id }) => ({ name: 'autumn campaign', taskId: id })),
    ]);
}

/** Makes the admin the owner of a quarter of the records, and the staff member of another. */
async function seedOwners({ db, staffId, adminId }: Seed): Promise<void> {
  for (const table of [influencerApplications, tasks, profiles, contactMessages, complaints]) {
    const rank = sql`(row_number() over (order by ${table.id})) % 4`;
    const influencers = sql`select ${userRoles.userId} from ${userRoles}
      where ${userRoles.role} = 'influencer'`;
    const where =
      table === profiles
        ? sql`where ${table.id} in (${influencers})`
        : // Only admins may see them.
          table === complaints
          ? sql`where ${complaints.kind} <> 'minor'`
          : sql``;
    await db.execute(sql`
      update ${table} set owned_by = case ranked.rank when 0 then ${adminId}::uuid
        when 2 then ${staffId}::uuid end
      from (select ${table.id} as id, ${rank} as rank from ${table} ${where}) ranked
      where ranked.id = ${table}.id`);
  }
}
