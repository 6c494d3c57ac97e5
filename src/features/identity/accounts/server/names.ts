import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** The name of a user, or the email address without one; null where an outer join finds no user. */
export function nameOrEmail<Name extends string | null = string>(user: {
  name: SQLWrapper;
  email: SQLWrapper;
}): SQL<Name> {
  return sql<Name>`coalesce(nullif(btrim(${user.name}), ''), ${user.email})`;
}

/** The first of these names that is not null, or "Unknown" if it is blank or all are null. */
export function nameOrUnknown(...names: [SQLWrapper, ...SQLWrapper[]]): SQL<string> {
  return sql<string>`coalesce(nullif(btrim(coalesce(${sql.join(names, sql`, `)})), ''), 'Unknown')`;
}
