import { sql } from 'drizzle-orm';
import { influencerApplications } from '#src/features/agency/applications/server/applications.table.ts';
import { contactMessages } from '#src/features/work/contact/server/contact.table.ts';
import { tasks } from '#src/features/work/tasks/server/tasks.table.ts';
import { auditEntries } from '#src/platform/database/audit.table.ts';
import type { Size } from './size.ts';
import { idOf, literal, numbersTo, oneOf, userId, type SeedStep } from './step.ts';

const n = sql`n`;
const NAME = sql`'Applicant ' || ${oneOf(['Ashgrove', 'Birch', 'Calloway', 'Dunmore'], sql`n`)} || ' ' || n`;

const ago = (count: number) =>
  sql`now() - (${literal(count)} - n) * (interval '2 years' / ${literal(count)})`;

/** Tasks, applications, messages and the audit trail; most of them are settled. */
export function backOfficeSteps(size: Size): SeedStep[] {
  return [
    {
      title: 'applications, tasks and messages',
      rows: size.applications + size.tasks + size.messages,
      statements: [
        sql`insert into ${influencerApplications} (id, full_name, email, phone, content_category, why_join,
            fingerprint, status, reviewed_at, created_at)
          select ${idOf('bdbd', n)}, ${NAME}, 'applicant-' || n || '@scale.test', '+1 555 0100', 'Travel',
            'Because of the nights.', 'scale-' || n, state, case when state <> 'pending' then at end, at
          from ${numbersTo(size.applications)}, lateral (select ${ago(size.applications)} as at,
            case when n > ${literal(size.applications * 0.99)} then 'pending' when n % 3 = 0 then 'accepted'
              else 'rejected' end as state) chosen`,
        sql`insert into ${tasks} (id, title, assigned_to, status, due_date, created_at, completed_at, closed_at)
          select ${idOf('bcbc', n)}, 'Send the pictures of evening ' || n, ${userId(sql`1 + n % ${literal(size.influencers)}`)},
            state, at + interval '9 days', at, case state when 'completed' then at end,
            case when state in ('completed', 'failed') and n <= ${literal(size.tasks * 0.97)} or state = 'failed' then at end
          from ${numbersTo(size.tasks)}, lateral (select ${ago(size.tasks)} as at,
            case when n > ${literal(size.tasks * 0.98)} then ${oneOf(['assigned', 'in_progress'], n)}
              else ${oneOf(['completed', 'completed', 'completed', 'failed', 'cancelled', 'rejected'], n)} end as state) chosen`,
        sql`insert into ${contactMessages} (id, name, email, topic, message, fingerprint, created_at,
            last_received_at, due_at, answered_at)
          select ${idOf('bebe', n)}, 'Member ' || n, 'member-' || n || '@scale.test', 'Payments and subscriptions',
            'A question about the payment number ' || n, 'scale-' || n, at, at, at + interval '2 days',
            case when n <= ${literal(size.messages * 0.99)} then at + interval '1 day' end
          from ${numbersTo(size.messages)}, lateral (select ${ago(size.messages)} as at) times`,
      ],
    },
    {
      title: 'audit trail',
      rows: size.auditEntries,
      statements: [
        sql`insert into ${auditEntries} (at, actor_id, actor_email, actor_role, address, request_id, operation,
            action, entity, entity_id, label, before, after)
          select ${ago(size.auditEntries)}, ${userId(sql`1`)}, 'staff@scale.test', 'staff', '203.0.113.7',
            ${idOf('bfbf', sql`n / 3`)}, 'PATCH /api/tasks', 'changed', 'tasks',
            ${idOf('bcbc', sql`1 + n % ${literal(size.tasks)}`)}::text, 'Send the pictures of evening ' || n,
            '{"status":"assigned"}', '{"status":"failed"}'
          from ${numbersTo(size.auditEntries)}`,
      ],
    },
  ];
}
