/** The rules of two people, in the order of docs/security.md. */
export const TWO_PEOPLE_RULES = [
  'correction',
  'payout',
  'bank-details',
  'tax-details',
  'identity',
  'appeal',
  'second-factor-reset',
  'child-safety-officer',
  'post-review',
] as const;
export type TwoPeopleRule = (typeof TWO_PEOPLE_RULES)[number];

/** How long an account signs in with a password and second factor of its own before it counts alone. */
export const INDEPENDENT_AFTER_DAYS = 30;
/** How long the team can object to an announced decision. */
export const ANNOUNCED_HOURS = 24;
/** How long an announcement counts. */
export const ANNOUNCED_DAYS = 7;

/** What is known about the person who began something and another one who would decide. */
export type TwoPeople = {
  isSamePerson: boolean;
  /** Whether the rule demands an admin, and neither is one. */
  lacksAdmin: boolean;
  /** Whether neither account, nor one behind both, set or changed the other. */
  isIndependent: boolean;
  /** From when on they are independent; null while the 30 days have not begun. */
  independentFrom: Date | null;
  /** Whether somebody else may decide at once. */
  hasOther: boolean;
  announcedAt: Date | null;
};

/** Why somebody may not decide yet, and from when on. */
export type Obstacle = {
  reason: 'same-person' | 'no-admin' | 'dependent' | 'alone' | 'announced';
  from: Date | null;
};

/** What keeps somebody from deciding; null if nothing does. */
export function findObstacle(people: TwoPeople, now: Date): Obstacle | null {
  if (people.isSamePerson) return { reason: 'same-person', from: null };
  if (people.lacksAdmin) return { reason: 'no-admin', from: null };
  if (people.isIndependent) return null;
  const { independentFrom, announcedAt } = people;
  if (people.hasOther) return { reason: 'dependent', from: independentFrom };
  if (!announcedAt) return { reason: 'alone', from: independentFrom };
  const from = new Date(announcedAt.getTime() + ANNOUNCED_HOURS * 3_600_000);
  return from > now ? { reason: 'announced', from } : null;
}

/** Whether somebody may announce the decision to the team, to make it 24 hours later. */
export function mayAnnounce(obstacle: Obstacle | null): boolean {
  return obstacle?.reason === 'alone';
}

const LINKED =
  'One of you two created or changed the other’s account, or the same person did that for both';

/** What people read about an obstacle. @param format of an instant, such as "Nov 29, 14:05" */
export function obstacleText({ reason, from }: Obstacle, format: (at: Date) => string): string {
  const until = from
    ? `You may decide from ${format(from)}`
    : `That ends ${INDEPENDENT_AFTER_DAYS} days after the next sign-in with a password and second factor of their own`;
  switch (reason) {
    case 'same-person':
      return 'You began this, so somebody else has to decide.';
    case 'no-admin':
      return 'An admin has to decide this: one of the two people has to be an admin.';
    case 'dependent':
      return `${LINKED}, so somebody else has to decide. ${until}.`;
    case 'alone':
      return `${LINKED}, and nobody else may decide. Tell the team, and decide ${ANNOUNCED_HOURS} hours later.`;
    case 'announced':
      return `The team was notified. ${until}.`;
  }
}
