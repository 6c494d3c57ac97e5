import { sendsMail } from '#src/ui/page/sends-mail.ts';
import type { PayoutChange } from '../payout-changes.schema.ts';

/** The texts of a change of payouts: of its button, its dialog and its message. */
export const CHANGE_TEXT: Record<
  PayoutChange,
  { action: string; title: string; done: string; failure: string; explanation: string | null }
> = {
  approve: {
    action: 'Approve',
    title: 'Approve payout',
    done: 'approved',
    failure: 'Failed to approve payout',
    explanation: 'Somebody else has to send or pay it.',
  },
  send: {
    action: 'Mark Sent',
    title: 'Mark as sent',
    done: 'marked as sent',
    failure: 'Failed to mark payout as sent',
    explanation: 'The bank has the order. Mark it as paid when the money has left the account.',
  },
  pay: {
    action: 'Mark Paid',
    title: 'Mark as Paid',
    done: 'marked as paid',
    failure: 'Failed to mark payout as paid',
    explanation: null,
  },
  return: {
    action: 'Mark Returned',
    title: 'Mark as returned',
    done: 'marked as returned',
    failure: 'Failed to mark payout as returned',
    explanation: `The bank sent the money back. It is owed again${sendsMail() ? ', the influencer gets an email,' : ''} and you can pay it again.`,
  },
  void: {
    action: 'Void',
    title: 'Void payout',
    done: 'voided',
    failure: 'Failed to void payout',
    explanation:
      'This can’t be undone. Its payments go into a new payout when you run the month again, or into the next one.',
  },
};
