import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#src/features/identity/auth/ui/session.ts';
import { CorrectionsPage } from '#src/features/money/corrections/ui/corrections-page.tsx';
import type { correctionsList } from '#src/features/money/corrections/ui/corrections-queries.ts';
import { addressOf } from '#src/web/address-of.ts';

export const Route = createFileRoute('/_app/corrections')({
  beforeLoad: requireRole('admin', 'staff'),
  head: () => ({ meta: [{ title: 'Corrections · Velvet Rope' }] }),
  validateSearch: addressOf<typeof correctionsList>(),
  component: CorrectionsPage,
});
