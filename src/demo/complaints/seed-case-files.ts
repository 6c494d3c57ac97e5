import type { Seed } from '#src/demo/seed-context.ts';
import type { EscalationServices } from '#src/features/trust/escalations/server/create-escalation.ts';
import { seedEscalation } from './seed-escalation.ts';
import { seedEvidence } from './seed-evidence.ts';
import { seedRemovedWorks } from './seed-removed-works.ts';

/** What is stored beside complaints: evidence, an escalation, and the records of removed works. */
export async function seedCaseFiles(
  seed: Seed,
  services: Omit<EscalationServices, 'db'>,
): Promise<void> {
  await seedEvidence(seed, services.storage);
  await seedEscalation(seed, services);
  await seedRemovedWorks(seed);
}
