import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '#src/features/backoffice/users/ui/users-page.tsx';
import type { usersList } from '#src/features/backoffice/users/ui/users-queries.ts';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/users')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Users · Velvet Rope' }] }),
  validateSearch: addressOf<typeof usersList>(),
  component: UsersPage,
});
