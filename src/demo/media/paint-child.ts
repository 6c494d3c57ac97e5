// Paints the missing pictures and videos of the demo, and stores them. Requested ones come first.
import { constants, setPriority } from 'node:os';
import { loadConfig } from '#src/platform/config/load-config.ts';
import { openStorage } from '#src/platform/storage/open-storage.ts';
import { demoFileKeys, listDemoFiles } from './demo-files.ts';
import { readDemoFacts, type PaintMessage } from './paint-later.ts';

const CONCURRENT_FILES = 2;

// The product that people use meanwhile comes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// Without the product there is nobody to paint for.
process.on('disconnect', () => process.exit());

const storage = await openStorage(await loadConfig(process.env, { demo: true }));
const facts = await readDemoFacts();
const waiting = new Map(listDemoFiles().map((file) => [file.name, file]));
const requested = new Set<string>();
process.on('message', ({ name }: PaintMessage) => requested.add(name));

async function isStored(name: string): Promise<boolean> {
  for (const key of demoFileKeys(facts[name]!)) if (!(await storage.exists(key))) return false;
  return true;
}

async function paint(): Promise<void> {
  while (waiting.size > 0) {
    const name = [...requested, ...waiting.keys()].find((each) => waiting.has(each))!;
    const { store } = waiting.get(name)!;
    waiting.delete(name);
    if (!(await isStored(name))) await store(storage);
    process.send!({ name } satisfies PaintMessage);
  }
}

await Promise.all(Array.from({ length: CONCURRENT_FILES }, paint));
process.disconnect();
