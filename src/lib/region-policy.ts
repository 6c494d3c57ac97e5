/** What hides creators from somebody: the region wants a verified age, or is blocked. */
export const HIDING_POLICIES = ['verified', 'blocked'] as const;
export type HidingPolicy = (typeof HIDING_POLICIES)[number];

/** What a region demands: nothing more than a declaration of age, its verification, or to show nothing. */
export type RegionPolicy = 'declaration' | HidingPolicy;
