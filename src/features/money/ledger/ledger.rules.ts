import { splitPrice } from '#src/lib/money.ts';

/** An amount (integer cents) divided among three parties; the parts add up to it. */
export type Split = {
  merchantFeeCents: number;
  platformCents: number;
  influencerCents: number;
};

/** The sum of the parts of a split, in cents. */
export function totalOf({ merchantFeeCents, platformCents, influencerCents }: Split): number {
  return merchantFeeCents + platformCents + influencerCents;
}

/** Splits a payment. @param commissionPercent 0 to 100, with at most two decimals */
export function splitCharge(amountCents: number, commissionPercent: number): Split {
  return splitPrice(amountCents, commissionPercent);
}

// BigInt: a product of cents may exceed what a double represents exactly.
const proportionOf = (part: number, taken: number, whole: number): number =>
  whole === 0 ? 0 : Number((BigInt(part) * BigInt(taken)) / BigInt(whole));

/** Splits the first `taken` cents of a charge: the fee first, then the rest in proportion. */
function splitFirst(charge: Split, taken: number): Split {
  const whole = totalOf(charge);
  const merchantFeeCents = proportionOf(charge.merchantFeeCents, taken, whole);
  const rest = taken - merchantFeeCents;
  const platformCents = proportionOf(charge.platformCents, rest, whole - charge.merchantFeeCents);
  return { merchantFeeCents, platformCents, influencerCents: rest - platformCents };
}

/** What was reversed of a charge, with what was returned beyond it: the platform bears that. */
export type Reversed = Split & { excessCents: number };

/** All that was returned, in cents. */
export function totalReversed(reversed: Reversed): number {
  return totalOf(reversed) + reversed.excessCents;
}

/**
 * What each party returns when another `amountCents` of a charge are reversed, or gets back if they
 * are negative. Each party bears its part of the total reversed so far, so many small reversals end
 * where one large one would, in any order; no party returns more than it received, and a fully
 * reversed charge leaves nothing.
 * @param reversed what was reversed before
 */
export function splitReversal(charge: Split, reversed: Reversed, amountCents: number): Reversed {
  const total = totalReversed(reversed) + amountCents;
  const taken = splitFirst(charge, Math.min(total, totalOf(charge)));
  return {
    merchantFeeCents: taken.merchantFeeCents - reversed.merchantFeeCents,
    platformCents: taken.platformCents - reversed.platformCents,
    influencerCents: taken.influencerCents - reversed.influencerCents,
    excessCents: Math.max(0, total - totalOf(charge)) - reversed.excessCents,
  };
}
