import { splitPrice } from '#src/lib/money.ts';

/** An amount (integer cents) and to whom its parts belong; the three add up to it. */
export type Split = {
  merchantFeeCents: number;
  platformCents: number;
  influencerCents: number;
};

/** How many cents the parts of a split add up to. */
export const totalOf = ({ merchantFeeCents, platformCents, influencerCents }: Split): number =>
  merchantFeeCents + platformCents + influencerCents;

/** The parts of a payment. @param commissionPercent 0 to 100, with two decimals at most */
export const splitCharge = (amountCents: number, commissionPercent: number): Split =>
  splitPrice(amountCents, commissionPercent);

// BigInt: a product of cents may be beyond what a double holds exactly.
const partOf = (part: number, taken: number, whole: number): number =>
  whole === 0 ? 0 : Number((BigInt(part) * BigInt(taken)) / BigInt(whole));

/** The parts of the first `taken` cents of a charge: first the fee's, then the rest is divided. */
function splitTaken(charge: Split, taken: number): Split {
  const whole = totalOf(charge);
  const merchantFeeCents = partOf(charge.merchantFeeCents, taken, whole);
  const rest = taken - merchantFeeCents;
  const platformCents = partOf(charge.platformCents, rest, whole - charge.merchantFeeCents);
  return { merchantFeeCents, platformCents, influencerCents: rest - platformCents };
}

/**
 * What each party gives back when `amountCents` more of a charge are taken back. Each bears its
 * part of all that was taken so far, so that many small reversals end where one large one would,
 * nobody ever gives back more than they got, and nothing is left of a charge once it was reversed
 * in full.
 * @param reversed what was taken back before
 */
export function splitReversal(charge: Split, reversed: Split, amountCents: number): Split {
  const taken = splitTaken(charge, totalOf(reversed) + amountCents);
  return {
    merchantFeeCents: taken.merchantFeeCents - reversed.merchantFeeCents,
    platformCents: taken.platformCents - reversed.platformCents,
    influencerCents: taken.influencerCents - reversed.influencerCents,
  };
}
