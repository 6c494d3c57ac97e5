/** Merchant fee: 5% of the monthly price. */
export const MERCHANT_FEE_PERCENT = 5;
/** Default platform commission in percent of the price after the merchant fee. */
export const DEFAULT_COMMISSION_PERCENT = 20;

/**
 * Splits a price (integer cents) into merchant fee, platform commission and influencer share.
 * The influencer receives fractions of a cent; the three parts always add up to the price.
 */
export function splitPrice(priceCents: number, commissionPercent: number) {
  const merchantFeeCents = Math.floor((priceCents * MERCHANT_FEE_PERCENT) / 100);
  const remainder = priceCents - merchantFeeCents;
  // A percentage has at most two decimals: integer arithmetic makes the rounding exact.
  const platformCents = Math.floor((remainder * Math.round(commissionPercent * 100)) / 10_000);
  return { merchantFeeCents, platformCents, influencerCents: remainder - platformCents };
}
