import { randomUUID } from 'node:crypto';
import type { Seed } from '#src/demo/seed-context.ts';
import { performers } from '#src/features/agency/performers/server/performers.table.ts';
import {
  seedPerformerChecks,
  type DemoState,
  type PerformerServices,
} from './seed-performer-checks.ts';
import { seedProviderChecks, type ProviderState } from './seed-provider-checks.ts';

type CoPerformer = {
  fullName: string;
  legalGivenNames: string;
  legalSurname: string;
  country: string;
  state: DemoState;
};

/** Invented people who appear with an influencer, with a check of identity in every state. */
const CO_PERFORMERS: CoPerformer[] = [
  {
    fullName: 'Mara Vale',
    legalGivenNames: 'Marianne',
    legalSurname: 'Valdecourt',
    country: 'FR',
    state: 'verified',
  },
  {
    fullName: 'Teo Marsh',
    legalGivenNames: 'Teodor',
    legalSurname: 'Marshwick',
    country: 'US',
    state: 'checked',
  },
  {
    fullName: 'Ines Corva',
    legalGivenNames: 'Inesse',
    legalSurname: 'Corvantes',
    country: 'ES',
    state: 'verified',
  },
  {
    fullName: 'Ivo Tarn',
    legalGivenNames: 'Ivorik',
    legalSurname: 'Tarnowell',
    country: 'GB',
    state: 'verified',
  },
  {
    fullName: 'Juno Sable',
    legalGivenNames: 'Junora',
    legalSurname: 'Sabelline',
    country: 'US',
    state: 'started',
  },
  {
    fullName: 'Rhea Lind',
    legalGivenNames: 'Rheanne',
    legalSurname: 'Lindemoor',
    country: 'DE',
    state: 'rejected',
  },
  {
    fullName: 'Cosmo Brandt',
    legalGivenNames: 'Cosmin',
    legalSurname: 'Brandtlow',
    country: 'CA',
    state: 'expired',
  },
  {
    fullName: 'Lale Quist',
    legalGivenNames: 'Lalenka',
    legalSurname: 'Quistrand',
    country: 'US',
    state: 'unverified',
  },
];
/** Invented people whom the sandbox checks, one in each state. */
const BY_PROVIDER: (Omit<CoPerformer, 'state'> & { providerState: ProviderState })[] = [
  {
    fullName: 'Nico Hale',
    legalGivenNames: 'Nicodemo',
    legalSurname: 'Halevoort',
    country: 'US',
    providerState: 'waiting',
  },
  {
    fullName: 'Petra Voss',
    legalGivenNames: 'Petrana',
    legalSurname: 'Vossberg',
    country: 'DE',
    providerState: 'differs',
  },
  {
    fullName: 'Sol Arden',
    legalGivenNames: 'Solenne',
    legalSurname: 'Ardenmoor',
    country: 'FR',
    providerState: 'approved',
  },
  {
    fullName: 'Remy Quill',
    legalGivenNames: 'Remigio',
    legalSurname: 'Quillander',
    country: 'CA',
    providerState: 'declined',
  },
  {
    fullName: 'Iris Fenn',
    legalGivenNames: 'Irisa',
    legalSurname: 'Fennimoor',
    country: 'GB',
    providerState: 'submitted',
  },
  {
    fullName: 'Dario Lux',
    legalGivenNames: 'Dariusz',
    legalSurname: 'Luxembray',
    country: 'US',
    providerState: 'ended',
  },
];
/** The influencer whose ID document expires soon. */
const EXPIRING = 3;
/** The co-performer whose record is archived and under a hold. */
const ARCHIVED = 2;
const COUNTRIES = ['US', 'US', 'CA', 'GB', 'DE'];

/** Enters all influencers in the register, verified, and a few co-performers. */
export async function seedPerformers(seed: Seed, services: PerformerServices): Promise<void> {
  const { db, influencers, staffId, adminId, daysAgo } = seed;
  const own = influencers.map(({ id, fullName }, index) => {
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
      state: index === EXPIRING ? ('expiring' as const) : ('verified' as const),
    };
  });
  const others = CO_PERFORMERS.map((person, index) => ({
    ...person,
    id: randomUUID(),
    kind: 'co-performer' as const,
    influencerId: influencers[index % 3]!.id,
    aliases: index === 0 ? ['Mara V.', 'La Vale'] : [],
    dateOfBirth: `199${index}-05-2${index}`,
    createdBy: staffId,
    createdAt: daysAgo(44 - index * 6),
    archivedAt: index === ARCHIVED ? daysAgo(8) : null,
    holdReason:
      index === ARCHIVED ? 'The photographer claims the pictures; wait for the court.' : null,
  }));
  const all = [...own, ...others];
  await db.insert(performers).values(all.map(({ state: _state, ...performer }) => performer));
  await seedPerformerChecks(seed, services, all);
  const checked = BY_PROVIDER.map((person, index) => ({
    ...person,
    id: randomUUID(),
    kind: 'co-performer' as const,
    influencerId: influencers[index % 4]!.id,
    dateOfBirth: `199${index}-0${index + 2}-1${index}`,
    createdBy: staffId,
    createdAt: daysAgo(12 - index),
  }));
  await db
    .insert(performers)
    .values(checked.map(({ providerState: _state, ...performer }) => performer));
  await seedProviderChecks(seed, services.config, checked);
}
