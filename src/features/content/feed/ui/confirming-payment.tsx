import { Link } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import { Notice } from '#src/ui/page/notice.tsx';

/** In place of the posts, until the payment provider has confirmed the payment. */
export function ConfirmingPayment() {
  return (
    <div role="status">
      <Notice
        icon={Hourglass}
        heading="h1"
        title="Confirming your payment…"
        text="This usually takes a few seconds. You can leave this page; we’ll email you a receipt."
      >
        <Link to="/my-subscriptions" className="button button-quiet">
          My Subscriptions
        </Link>
      </Notice>
    </div>
  );
}
