import type { Seed } from '#src/demo/seed-context.ts';
import { policyVersions } from '#src/features/trust/policies/server/policies.table.ts';

/** A policy of the agency, one that was written anew since its last use, and one that was withdrawn. */
export async function seedPolicies({ db, adminId, daysAgo }: Seed): Promise<void> {
  const ofAdmin = { createdBy: adminId, basis: 'rule', isActive: true } as const;
  const links = {
    ...ofAdmin,
    area: 'review',
    code: 'links',
    title: 'Links lead away from the platform',
    description: 'Addresses of shops, of other platforms, or the name of an account there.',
    ground: 'Creator agreement, section 6',
    decisions: ['changes-requested', 'rejected'],
    isPublic: true,
  } as const;
  const season = {
    ...ofAdmin,
    area: 'review',
    code: 'season',
    title: 'Decorations of the last season',
    description: 'From the summer campaign.',
    ground: '',
    decisions: ['changes-requested'],
    isPublic: false,
  } as const;
  await db.insert(policyVersions).values([
    { ...links, decisions: [...links.decisions], number: 1, createdAt: daysAgo(90) },
    { ...season, decisions: [...season.decisions], number: 1, createdAt: daysAgo(150) },
    {
      ...season,
      decisions: [...season.decisions],
      number: 2,
      isActive: false,
      createdAt: daysAgo(60),
    },
    {
      ...ofAdmin,
      area: 'review',
      code: 'caption',
      number: 2,
      title: 'The caption needs another text',
      description: 'Prices, addresses, promises or words that do not belong into a caption.',
      ground: 'Style guide, page 3',
      decisions: ['changes-requested', 'rejected'],
      isPublic: false,
      createdAt: daysAgo(1 / 24),
    },
  ]);
}
