import { useQuery } from '@tanstack/react-query';
import { ResidenceField, useResidence } from '#src/features/money/invoices/ui/residence-field.tsx';
import { cardLabel } from '#src/features/money/subscriptions/ui/card-label.ts';
import { paymentOptionsQuery } from '#src/features/money/subscriptions/ui/saved-card-queries.ts';
import { formatCents } from '#src/lib/locale/numbers.ts';
import { subscribeLabel } from '../marketplace.rules.ts';
import type { InfluencerPage } from '../marketplace.schema.ts';
import styles from './subscribe-page.module.css';
import { useCheckout } from './use-checkout.ts';
import { useSavedCardPurchase } from './use-saved-card-purchase.ts';

type Props = { influencer: InfluencerPage };

/** Subscribes with the saved card after one confirmation, or on the provider's page. */
export function SubscribeOptions({ influencer }: Props) {
  const { publicUrl, priceCents } = influencer;
  const { data: options, isPending } = useQuery(paymentOptionsQuery);
  const checkout = useCheckout(publicUrl);
  const residence = useResidence();
  const purchase = useSavedCardPurchase({ publicUrl, priceCents: priceCents ?? 0 });
  const card = options?.savedCard?.canPay ? options.savedCard : null;
  const isBusy = checkout.isBusy || purchase.isBusy;
  const label = checkout.isBusy ? 'Opening checkout...' : subscribeLabel(priceCents);
  const payLabel = card && `Pay ${formatCents(priceCents ?? 0)} with ${cardLabel(card)}`;
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
            onClick={() =>
              residence.withCountry((country) => purchase.confirm({ cardId: card.id, country }))
            }
          >
            {purchase.isBusy ? 'Paying...' : payLabel}
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
      {options?.statementDescriptor && (
        <p className={styles.statement}>
          Appears on your statement as <strong>{options.statementDescriptor}</strong>
        </p>
      )}
    </>
  );
}
