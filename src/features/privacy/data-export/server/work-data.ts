import { sql } from 'drizzle-orm';
import { applicationQuestions } from '#src/features/agency/applications/server/application-questions.table.ts';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { applicationPictures } from '#src/features/content/portfolios/server/application-pictures.table.ts';
import { users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { tagsOf } from '#src/features/identity/tags/server/tags.ts';
import { complaints } from '#src/features/trust/complaints/server/complaints.table.ts';
import { comments } from '#src/features/work/comments/server/comments.table.ts';
import { contactReplies } from '#src/features/work/contact/server/contact-replies.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import {
  taskDecisions,
  taskFileComments,
  taskRoundFiles,
  taskRounds,
} from '#src/features/work/tasks/server/task-history.table.ts';
import { taskNotifications } from '#src/features/work/tasks/server/task-notifications.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { commentsOn, OWNER, type PersonalData } from './exported-rows.ts';

/** Everything that is stored about what a person and the team send each other. */
export const WORK_DATA: PersonalData[] = [
  {
    name: 'applications',
    column: influencerApplications.influencerId,
    omitted: ['fingerprint', 'reviewed_by', ...OWNER],
    from: sql`
      (select ${influencerApplications}.*, (
        select jsonb_agg(to_jsonb(${applicationQuestions}) - 'author')
        from ${applicationQuestions}
        where ${applicationQuestions.applicationId} = ${influencerApplications.id}
      ) as questions, (
        select jsonb_agg(jsonb_build_object('file_name', ${applicationPictures.fileName},
          'created_at', ${applicationPictures.createdAt}) order by ${applicationPictures.createdAt})
        from ${applicationPictures}
        where ${applicationPictures.applicationId} = ${influencerApplications.id}
      ) as photos, ${commentsOn(comments.applicationId, influencerApplications.id)} as comments,
      ${tagsOf('application', influencerApplications.id)} as tags
      from ${influencerApplications}) as ${influencerApplications}`,
  },
  {
    name: 'tasks',
    column: tasks.assignedTo,
    omitted: ['assigned_by', 'closed_by', ...OWNER],
    from: sql`
      (select ${tasks}.*, (
        select jsonb_agg(to_jsonb(${taskRounds}) || jsonb_build_object('files', (
          select jsonb_agg(to_jsonb(${taskRoundFiles}) || jsonb_build_object('comment', (
            select ${taskFileComments.comment} from ${taskFileComments}
            where ${taskFileComments.roundId} = ${taskRoundFiles.roundId}
              and ${taskFileComments.mediaId} = ${taskRoundFiles.mediaId}
          ))) from ${taskRoundFiles} where ${taskRoundFiles.roundId} = ${taskRounds.id}
        ))) from ${taskRounds} where ${taskRounds.taskId} = ${tasks.id}
      ) as rounds, (
        select jsonb_agg(to_jsonb(${taskDecisions}) - 'decided_by') from ${taskDecisions}
        where ${taskDecisions.taskId} = ${tasks.id}
      ) as decisions, ${commentsOn(comments.taskId, tasks.id)} as comments,
      ${tagsOf('task', tasks.id)} as tags
      from ${tasks}) as ${tasks}`,
  },
  { name: 'task-notifications', column: taskNotifications.recipientId },
  {
    name: 'messages',
    column: contactMessages.influencerId,
    // The form has no account: its address counts only if it was proved to be the user's.
    where: (
      userId,
    ) => sql`(${contactMessages.influencerId} = ${userId} or ${contactMessages.email} = (
      select ${users.email} from ${users}
      where ${users.id} = ${userId} and ${users.emailConfirmedAt} is not null))`,
    omitted: ['fingerprint', 'answered_by', 'archived_by', ...OWNER],
    from: sql`
      (select ${contactMessages}.*, ${commentsOn(comments.messageId, contactMessages.id)} as comments, (
        select jsonb_agg(to_jsonb(${contactReplies}) - 'author' order by ${contactReplies.createdAt})
        from ${contactReplies} where ${contactReplies.messageId} = ${contactMessages.id}
      ) as replies from ${contactMessages}) as ${contactMessages}`,
  },
  {
    name: 'reports',
    column: complaints.influencerId,
    // Only reports by the person: what others reported about them could reveal who they are.
    where: (userId) => sql`${complaints.email} = (select ${users.email} from ${users}
      where ${users.id} = ${userId} and ${users.emailConfirmedAt} is not null)`,
    omitted: ['fingerprint', 'decided_by', 'influencer_id', ...OWNER],
  },
];
