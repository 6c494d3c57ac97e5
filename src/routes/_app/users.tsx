import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/accounts/ui/session.ts';
import { UsersPage } from '#src/features/accounts/ui/users-page.tsx';
import { usersList } from '#src/features/accounts/ui/users-queries.ts';

export const Route = createFileRoute('/_app/users')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Users · Velvet Rope' }] }),
  validateSearch: usersList.searchSchema,
  component: UsersPage,
});
