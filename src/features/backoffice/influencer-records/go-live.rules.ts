import { MINIMUM_AGE } from '#src/features/identity/accounts/accounts.schema.ts';
import { calculateAge } from '#src/lib/dates.ts';

/** What an influencer needs before going live, in this order. */
export const GO_LIVE_STEPS = [
  'date-of-birth',
  'category',
  'photo',
  'page',
  'plan',
  'agreement',
  'tax-details',
  'first-post',
] as const;
export type GoLiveStep = (typeof GO_LIVE_STEPS)[number];

/** The steps as they read within a sentence. */
export const GO_LIVE_LABELS: Record<GoLiveStep, string> = {
  'date-of-birth': 'date of birth',
  category: 'category',
  photo: 'photo',
  page: 'public page',
  plan: 'subscription plan',
  agreement: 'creator agreement',
  'tax-details': 'tax details',
  'first-post': 'first post',
};

/** What the checklist reads of an influencer. */
export type GoLiveFacts = {
  dateOfBirth: string | null;
  contentCategory: string | null;
  /** The picture of cards. */
  image: string | null;
  publicUrl: string | null;
  pageAboutContent: string | null;
  /** Shown on the page if About is empty. */
  bio: string | null;
  /** The price of the active plan. */
  priceCents: number | null;
  /** Whether a creator agreement in force is missing; null if posts need none. */
  isAgreementMissing: boolean | null;
  /** Whether confirmed tax details are missing; null if payouts need none. */
  areTaxDetailsMissing: boolean | null;
  /** Published posts. */
  postCount: number;
};

/** The steps of an influencer: an agreement and tax details only if they are required. */
export function listSteps({
  isAgreementMissing,
  areTaxDetailsMissing,
}: Pick<GoLiveFacts, 'isAgreementMissing' | 'areTaxDetailsMissing'>) {
  return GO_LIVE_STEPS.filter(
    (step) =>
      (step !== 'agreement' || isAgreementMissing !== null) &&
      (step !== 'tax-details' || areTaxDetailsMissing !== null),
  );
}

/** The steps that are still missing before an influencer can go live. */
export function listMissingSteps(facts: GoLiveFacts, now: Date): GoLiveStep[] {
  const { dateOfBirth, publicUrl, pageAboutContent, bio } = facts;
  const isDone: Record<GoLiveStep, boolean> = {
    'date-of-birth': dateOfBirth !== null && calculateAge(dateOfBirth, now) >= MINIMUM_AGE,
    category: Boolean(facts.contentCategory),
    photo: Boolean(facts.image),
    page: Boolean(publicUrl && (pageAboutContent?.trim() || bio?.trim())),
    plan: facts.priceCents !== null,
    agreement: !facts.isAgreementMissing,
    'tax-details': !facts.areTaxDetailsMissing,
    'first-post': facts.postCount > 0,
  };
  return GO_LIVE_STEPS.filter((step) => !isDone[step]);
}
