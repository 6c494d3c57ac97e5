import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ResidenceField, useResidence } from '#src/features/money/invoices/ui/residence-field.tsx';
import type { SavedCardResult } from '#src/features/money/subscriptions/saved-card.schema.ts';
import { cardLabel } from '#src/features/money/subscriptions/ui/card-label.ts';
import { paymentOptionsQuery } from '#src/features/money/subscriptions/ui/saved-card-queries.ts';
import { subscribeLabel } from '../marketplace.rules.ts';
import type { InfluencerPage } from '../marketplace.schema.ts';
import { PaySheet } from './pay-sheet.tsx';
import styles from './subscribe-page.module.css';
import { useCheckout } from './use-checkout.ts';
import { useSavedCardPurchase } from './use-saved-card-purchase.ts';

type Props = { influencer: InfluencerPage };

/** Subscribes with the saved card after the confirmation of its sheet, or on the provider's page. */
export function SubscribeOptions({ influencer }: Props) {
  const { fullName, publicUrl } = influencer;
  const priceCents = influencer.priceCents ?? 0;
  const { data: options, isPending } = useQuery(paymentOptionsQuery);
  const checkout = useCheckout(publicUrl);
  const residence = useResidence();
  const purchase = useSavedCardPurchase({ publicUrl, priceCents });
  const [order, setOrder] = useState<{ country: string | undefined } | null>(null);
  const card = options?.savedCard?.canPay ? options.savedCard : null;
  const isBusy = checkout.isBusy || purchase.isBusy;
  // After a payment the sheet stays until the next page is loaded.
  const leave = (result: SavedCardResult | undefined) => {
    if (!result || result.outcome === 'declined') setOrder(null);
  };
  const label = checkout.isBusy ? 'Opening checkout...' : subscribeLabel(influencer.priceCents);
  return (
    <>
      {purchase.isDeclined && (
        <p className={styles.note} role="alert">
          Your card was declined, and nothing was charged. Use another card.
        </p>
      )}
      <ResidenceField residence={residence} />
      <div className={styles.bar}>
        {card && !purchase.isDeclined ? (
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => residence.withCountry((country) => setOrder({ country }))}
          >
            Subscribe with {cardLabel(card)}
          </button>
        ) : (
          <button
            type="button"
            className="button"
            disabled={isBusy || isPending}
            onClick={() => residence.withCountry(checkout.start)}
          >
            {label}
          </button>
        )}
      </div>
      {card && !purchase.isDeclined && (
        <button
          type="button"
          className="button button-quiet"
          disabled={isBusy}
          onClick={() => residence.withCountry(checkout.start)}
        >
          {checkout.isBusy ? 'Opening checkout...' : 'Use another card'}
        </button>
      )}
      {card && (
        <PaySheet
          {...{ fullName, priceCents, card }}
          opened={order !== null}
          isBusy={purchase.isBusy}
          onClose={() => setOrder(null)}
          onPay={() =>
            order && purchase.confirm({ cardId: card.id, ...order }, { onSettled: leave })
          }
        />
      )}
      {options?.statementDescriptor && (
        <p className={styles.statement}>
          Appears on your statement as <strong>{options.statementDescriptor}</strong>
        </p>
      )}
    </>
  );
}
