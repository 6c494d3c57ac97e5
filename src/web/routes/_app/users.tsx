import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '#src/features/backoffice/users/ui/users-page.tsx';
import { usersList } from '#src/features/backoffice/users/ui/users-queries.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';

export const Route = createFileRoute('/_app/users')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Users · Velvet Rope' }] }),
  validateSearch: usersList.searchSchema,
  component: UsersPage,
});
