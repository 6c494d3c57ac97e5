import { Link } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import { useSession } from '#src/features/identity/auth/ui/session.ts';
import { Notice } from '#src/ui/page/notice.tsx';
import { pageContext } from '#src/ui/page/page-context.ts';

/** In place of the posts, until the payment provider has confirmed the payment. */
export function ConfirmingPayment() {
  const isConfirmed = useSession()?.user.isEmailConfirmed ?? false;
  const receipt = isConfirmed && pageContext().sendsMail ? '; we’ll email you a receipt' : '';
  return (
    <div role="status">
      <Notice
        icon={Hourglass}
        heading="h1"
        title="Confirming your payment…"
        text={`This usually takes a few seconds. You can leave this page${receipt}.`}
      >
        <Link to="/my-subscriptions" className="button button-quiet">
          My Subscriptions
        </Link>
      </Notice>
    </div>
  );
}
