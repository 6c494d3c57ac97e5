import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Pool } from 'pg';
import { replyTemplates } from '#src/features/backoffice/inbox/server/reply-templates.table.ts';
import { contentPosts } from '#src/features/content/posts/server/posts.table.ts';
import { userRoles } from '#src/features/identity/accounts/server/accounts.table.ts';
import { nameOrUnknown } from '#src/features/identity/accounts/server/names.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { contactReplies } from '#src/features/work/contact/server/contact-replies.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { taskTemplates } from '#src/features/work/tasks/server/task-templates.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { selectRows } from '#src/platform/database/statement.ts';
import { SHOWN_MATCHES, type TermMatches, type TextKind } from '../banned-term-list.schema.ts';

type Texts = { from: SQL; id: SQLWrapper; label: SQLWrapper; at: SQLWrapper; text: SQL };

const profilesOf = (role: 'influencer' | 'subscriber') => ({
  from: sql`${profiles} join ${userRoles} on ${userRoles.userId} = ${profiles.id}
    and ${userRoles.role} = ${sql.raw(`'${role}'`)}`,
  id: profiles.id,
  label: nameOrUnknown(profiles.fullName),
  at: profiles.createdAt,
});

/** The texts that people read, by kind. */
const TEXTS: Record<TextKind, Texts> = {
  post: {
    from: sql`${contentPosts}`,
    id: contentPosts.id,
    label: sql`left(${contentPosts.caption}, 80)`,
    at: contentPosts.createdAt,
    text: sql`${contentPosts.caption}`,
  },
  influencer: {
    ...profilesOf('influencer'),
    text: sql`concat_ws(' / ', ${profiles.fullName}, ${profiles.bio}, ${profiles.pageHeroTitle},
      ${profiles.pageHeroSubtitle}, ${profiles.pageAboutTitle}, ${profiles.pageAboutContent},
      ${profiles.pageWhySignupTitle}, ${profiles.pageWhySignupContent})`,
  },
  fan: { ...profilesOf('subscriber'), text: sql`${profiles.fullName}` },
  message: {
    from: sql`${contactMessages}`,
    id: contactMessages.id,
    label: sql`left(${contactMessages.message}, 80)`,
    at: contactMessages.createdAt,
    text: sql`concat_ws(' / ', ${contactMessages.name}, ${contactMessages.message})`,
  },
  // By the conversation, which is where it is read.
  reply: {
    from: sql`${contactReplies}`,
    id: contactReplies.messageId,
    label: sql`left(${contactReplies.text}, 80)`,
    at: contactReplies.createdAt,
    text: sql`${contactReplies.text}`,
  },
  'reply-template': {
    from: sql`${replyTemplates}`,
    id: replyTemplates.id,
    label: replyTemplates.title,
    at: replyTemplates.createdAt,
    text: sql`concat_ws(' / ', ${replyTemplates.title}, ${replyTemplates.text})`,
  },
  task: {
    from: sql`${tasks}`,
    id: tasks.id,
    label: tasks.title,
    at: tasks.createdAt,
    text: sql`concat_ws(' / ', ${tasks.title}, ${tasks.description},
      array_to_string(${tasks.checklist}, ' / '), ${tasks.submissionNotes})`,
  },
  'task-template': {
    from: sql`${taskTemplates}`,
    id: taskTemplates.id,
    label: taskTemplates.name,
    at: taskTemplates.createdAt,
    text: sql`concat_ws(' / ', ${taskTemplates.title}, ${taskTemplates.description},
      array_to_string(${taskTemplates.checklist}, ' / '))`,
  },
};

type Kind = TermMatches['kinds'][number];

/** Counts the existing texts that contain a term, and names the newest; kinds without any are omitted. */
export async function findTermMatches(pool: Pool, term: string): Promise<TermMatches> {
  const kinds = await Promise.all(
    Object.entries(TEXTS).map(async ([kind, { from, id, label, at, text }]): Promise<Kind> => {
      const found = sql`found`;
      const [matches] = await selectRows(
        pool,
        {
          count: sql<number>`count(*)::int`,
          newest: sql<Kind['newest']>`coalesce(
            json_agg(json_build_object('id', ${found}.id, 'label', ${found}.label) order by ${found}.position)
            filter (where ${found}.position <= ${sql.raw(String(SHOWN_MATCHES))}), '[]')`,
        },
        (columns) => sql`
          select ${columns} from (
            select ${id} as id, ${label} as label, row_number() over (order by ${at} desc) as position
            from ${from} where contains_term(${text}, screened_text(${term}))) ${found}`,
      );
      return { kind: kind as TextKind, ...matches! };
    }),
  );
  return { kinds: kinds.filter(({ count }) => count > 0) };
}
