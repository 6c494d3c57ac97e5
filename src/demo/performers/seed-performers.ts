import { randomUUID } from 'node:crypto';
import type { Seed } from '#src/demo/seed-context.ts';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import { seedPerformerChecks, type PerformerServices } from './seed-performer-checks.ts';

/** Invented people who appear with an influencer. */
const CO_PERFORMERS = [
  { fullName: 'Mara Vale', legalGivenNames: 'Marianne', legalSurname: 'Valdecourt', country: 'FR' },
  { fullName: 'Teo Marsh', legalGivenNames: 'Teodor', legalSurname: 'Marshwick', country: 'US' },
  { fullName: 'Ines Corva', legalGivenNames: 'Inesse', legalSurname: 'Corvantes', country: 'ES' },
];
const COUNTRIES = ['US', 'US', 'CA', 'GB', 'DE'];

/** Enters all influencers but the last two in the register, and a few co-performers. */
export async function seedPerformers(seed: Seed, services: PerformerServices): Promise<void> {
  const { db, influencers, staffId, adminId, daysAgo } = seed;
  const own = influencers.slice(0, -2).map(({ id, fullName }, index) => {
    const [givenName = '', ...surname] = fullName.split(' ');
    return {
      id: randomUUID(),
      kind: 'influencer' as const,
      influencerId: id,
      fullName,
      legalGivenNames: givenName,
      legalSurname: surname.join(' '),
      aliases: index % 3 === 0 ? [`${givenName} ${surname.join(' ').charAt(0)}.`] : [],
      dateOfBirth: `19${88 + (index % 11)}-0${1 + (index % 9)}-1${index % 9}`,
      country: COUNTRIES[index % COUNTRIES.length]!,
      createdBy: index % 2 === 0 ? staffId : adminId,
      createdAt: daysAgo(90 - index * 3),
    };
  });
  const others = CO_PERFORMERS.map((person, index) => ({
    ...person,
    id: randomUUID(),
    kind: 'co-performer' as const,
    influencerId: influencers[index]!.id,
    aliases: index === 0 ? ['Mara V.', 'La Vale'] : [],
    dateOfBirth: `199${index}-05-2${index}`,
    createdBy: staffId,
    createdAt: daysAgo(40 - index * 6),
    archivedAt: index === 2 ? daysAgo(8) : null,
    holdReason: index === 2 ? 'The photographer claims the pictures; wait for the court.' : null,
  }));
  await db.insert(performers).values([...own, ...others]);
  await seedPerformerChecks(seed, services, [...own, ...others]);
}
