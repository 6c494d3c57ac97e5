import { eq, isNotNull, not, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { userRoles, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { avatarOf } from '#src/features/identity/accounts/server/avatar-of.ts';
import { profiles } from '#src/features/identity/accounts/server/profiles.table.ts';
import { staffInfluencers } from '#src/features/identity/accounts/server/staff-influencers.table.ts';
import { isSuspendedNow } from '#src/features/identity/accounts/server/suspended.ts';
import { hasTag, tagsOf } from '#src/features/identity/tags/server/tags.ts';
import type { Exported, ListPage } from '#src/lib/listing.ts';
import { containsText, literal, orNull } from '#src/platform/database/statement.ts';
import { countUpToLimit } from '#src/platform/http/counts.ts';
import { csvFile } from '#src/platform/http/csv.ts';
import { listAll, listPage, type Listing } from '#src/platform/http/listing.ts';
import type { Actor } from '#src/platform/http/operation.ts';
import type { UserFilter, userRowSchema } from '../users.schema.ts';
import { userInScope } from './user-scope.ts';

type Row = z.input<typeof userRowSchema>;

const listingFor = ({ isLimited }: Actor, { sort }: UserFilter) =>
  ({
    columns: {
      id: profiles.id,
      fullName: profiles.fullName,
      email: profiles.email,
      phone: profiles.phone,
      role: orNull(userRoles.role),
      createdAt: profiles.createdAt,
      invitedAt: users.invitedAt,
      avatar: avatarOf(profiles.id),
      tags: tagsOf('person', profiles.id),
      status: sql<Row['status']>`case when ${isSuspendedNow} then 'suspended' else 'active' end`,
      limitedTo: sql<number | null>`
        case when ${userRoles.isLimited} and ${userRoles.role} = 'staff' and not ${literal(isLimited)} then
          (select count(*)::int from ${staffInfluencers} where ${staffInfluencers.staffId} = ${users.id})
        end`,
    },
    // Every profile has a user. With a left join the count can skip users, but sorting by
    // addresses could not use their index.
    from: sql`${profiles} ${sort.endsWith('email') ? sql`join` : sql`left join`} ${users}
      on ${users.id} = ${profiles.id}
      left join ${userRoles} on ${userRoles.userId} = ${profiles.id}`,
    id: profiles.id,
    sorts: {
      created: { by: profiles.createdAt, type: 'timestamptz' },
      name: { by: sql`lower(${profiles.fullName})`, type: 'text' },
      email: { by: users.email, type: 'text' },
    },
  }) satisfies Listing<'created' | 'name' | 'email'>;

/** For counts of a role, which skip what no filter needs: the index of roles finds a thousand at once. */
const ROLES_FIRST = sql`${userRoles}
  left join ${profiles} on ${profiles.id} = ${userRoles.userId}
  left join ${users} on ${users.id} = ${userRoles.userId}`;

const STATUS_CONDITIONS = {
  active: not(isSuspendedNow),
  suspended: isSuspendedNow,
  invited: isNotNull(users.invitedAt),
};

const listConditions = (actor: Actor, { search, role, status, tag }: UserFilter) => [
  userInScope(actor, profiles.id),
  containsText(search, profiles.fullName, profiles.email),
  role && eq(userRoles.role, literal(role)),
  hasTag('person', profiles.id, tag),
  status && STATUS_CONDITIONS[status],
];

/** A page of the users that match a filter. */
export function listUsers(pool: Pool, actor: Actor, filter: UserFilter): Promise<ListPage<Row>> {
  const where = listConditions(actor, filter);
  // Without the order, PostgreSQL reads the table, whose beginning may have none of the role.
  const by = filter.search === undefined ? userRoles.userId : undefined;
  const count = filter.role && (() => countUpToLimit(pool, ROLES_FIRST, where, { by }));
  return listPage(pool, listingFor(actor, filter), { ...filter, where, count });
}

/** All users that match a filter, or the selected ones. */
export function exportUsers(pool: Pool, actor: Actor, filter: Exported<UserFilter>) {
  const query = { ...filter, where: listConditions(actor, filter) };
  return csvFile<Row>(
    'users.csv',
    {
      Name: ({ fullName }) => fullName,
      Email: ({ email }) => email,
      Role: ({ role }) => role,
      Status: ({ status }) => status,
      Phone: ({ phone }) => phone,
      Created: ({ createdAt }) => createdAt,
      'Limited To': ({ limitedTo }) => limitedTo,
      Invited: ({ invitedAt }) => invitedAt,
      Tags: ({ tags }) => tags.join(', '),
    },
    listAll(pool, listingFor(actor, filter), query),
  );
}
