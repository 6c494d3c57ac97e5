import { useEffect, useRef } from 'react';
import type { SavedCard } from '#src/features/money/subscriptions/saved-card.schema.ts';
import { cardLabel } from '#src/features/money/subscriptions/ui/card-label.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import styles from './pay-sheet.module.css';

type PaySheetProps = {
  fullName: string;
  priceCents: number;
  card: SavedCard;
  opened: boolean;
  isBusy: boolean;
  onClose: () => void;
  onPay: () => void;
};

/** Shows what the saved card is charged now and later, and asks for the confirmation. */
export function PaySheet({ fullName, priceCents, card, opened, ...sheet }: PaySheetProps) {
  const { isBusy, onClose, onPay } = sheet;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (opened) dialog.current?.showModal();
    else dialog.current?.close();
  }, [opened]);
  const price = formatCents(priceCents);
  return (
    <dialog ref={dialog} className={styles.sheet} aria-labelledby="pay-title" onClose={onClose}>
      <h2 id="pay-title">Confirm your payment</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Subscription</dt>
          <dd dir="auto">{fullName}</dd>
        </div>
        <div>
          <dt>Today</dt>
          <dd>{price}</dd>
        </div>
        <div>
          <dt>Then</dt>
          <dd>{price} every month, until you cancel</dd>
        </div>
        <div>
          <dt>Card</dt>
          <dd>{cardLabel(card)}</dd>
        </div>
      </dl>
      {/* Cancel is last: on phones it is where the button was that opened the sheet. */}
      <div className={styles.actions}>
        <button type="button" className="button" disabled={isBusy} onClick={onPay}>
          {isBusy ? 'Paying...' : `Pay ${price}`}
        </button>
        <button type="button" className="button button-quiet" disabled={isBusy} onClick={onClose}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}
