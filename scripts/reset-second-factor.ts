import { eq } from 'drizzle-orm';
import { sessions, users } from '#src/features/identity/accounts/server/accounts.table.ts';
import { deleteSecondFactor } from '#src/features/identity/second-factor/server/second-factor.ts';
import { readArguments } from './commands.mjs';
import { cannotRun, withProductDatabase } from './product-database.ts';

const { positionals } = readArguments('scripts/reset-second-factor.ts', process.argv.slice(2));
const email = positionals[0]!;

await withProductDatabase(async (db) => {
  await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, email.toLowerCase()));
    if (!user) throw new Error(`No user has the email ${email}`);
    const wasOn = await deleteSecondFactor(tx, user.id);
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    console.log(
      wasOn
        ? `Two-factor authentication of ${email} is off, and every device is signed out.`
        : `${email} has no second factor. Every device is signed out.`,
    );
  });
}).catch(cannotRun);
