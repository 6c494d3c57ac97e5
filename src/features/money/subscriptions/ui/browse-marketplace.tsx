import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '#src/features/identity/auth/ui/session.ts';

/** The way to the influencers; nothing where they are hidden. */
export function BrowseMarketplace({ variant = 'filled' }: { variant?: 'default' | 'filled' }) {
  if (useSession()?.creatorsHiddenBy) return null;
  return (
    <Button component={Link} to="/marketplace" variant={variant} radius="xl">
      Browse Marketplace
    </Button>
  );
}
