import { PASSWORD_COST } from '#src/features/identity/accounts/server/password-hash.ts';

// Hashing at the full cost would take a large part of the test run. Nothing else lowers it.
Object.assign(PASSWORD_COST, { memory: 64, passes: 1 });
