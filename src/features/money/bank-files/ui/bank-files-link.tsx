import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';

/** A link to the files that were made for the bank; not for staff limited to certain influencers. */
export function BankFilesLink() {
  if (useSession()?.isLimited) return null;
  return (
    <Button
      variant="default"
      radius="xl"
      leftSection={<Landmark size={18} aria-hidden="true" />}
      renderRoot={(props) => <Link to="/bank-files" {...props} />}
    >
      Bank Files
    </Button>
  );
}
