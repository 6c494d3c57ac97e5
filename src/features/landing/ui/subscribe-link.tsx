import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '#src/features/accounts/ui/session.ts';

type SubscribeLinkProps = { publicUrl: string; className?: string | undefined };

/** Where a visitor subscribes: fans who are signed in go to the checkout, all others sign up first. */
export function SubscribeLink({ publicUrl, className }: SubscribeLinkProps) {
  // The page is rendered for visitors; who is signed in is known in the browser alone.
  const { data: session } = useQuery({ ...sessionQuery, enabled: typeof window !== 'undefined' });
  const href = session
    ? `/marketplace/subscribe/${publicUrl}`
    : `/subscribe?influencer=${publicUrl}`;
  return (
    <a href={href} className={className}>
      SUBSCRIBE NOW
    </a>
  );
}
