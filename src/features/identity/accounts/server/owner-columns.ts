import { uuid } from 'drizzle-orm/pg-core';
import { instant } from '#src/platform/database/columns.ts';
import { users } from './accounts.table.ts';

/** The columns of a record that a colleague of the back office is responsible for. */
export function ownerColumns() {
  return {
    /** The responsible colleague; null while nobody is. */
    ownedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** When somebody else made this colleague the owner; null if it was the colleague's own choice. */
    assignedToOwnerAt: instant(),
  };
}
