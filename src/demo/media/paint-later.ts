import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { aroundStorage } from '#src/platform/storage/around-storage.ts';
import type { Storage } from '#src/platform/storage/storage.ts';
import type { DemoFileFacts } from './demo-files.ts';

const FACTS = new URL('./demo-files.json', import.meta.url);
/** In the data folder until all files of the demo are there, also over several starts. */
const MARK = 'unpainted-demo';

/** From the child process: a file is stored. To it: a file is requested first. */
export type PaintMessage = { name: string };

/** What the database says of the files of the demo, by name, before they are painted. */
export async function readDemoFacts(): Promise<Record<string, DemoFileFacts>> {
  return JSON.parse(await readFile(FACTS, 'utf8')) as Record<string, DemoFileFacts>;
}

/**
 * Paints the pictures and videos of the demo in a process of its own while the product is open. Whoever
 * reads one that is missing waits for it, and it is painted next.
 */
export function createPainter() {
  const missing = new Map<string, PromiseWithResolvers<void>>();
  let child: ChildProcess | undefined;

  async function waitFor(key: string): Promise<void> {
    const name = /^(?:public|content)\/(demo-.*?)(?:-\d+x\d+-\w{6})?[./]/.exec(key)?.[1];
    const file = name && missing.get(name);
    if (!file) return;
    if (child?.connected) child.send({ name } satisfies PaintMessage);
    await file.promise;
  }

  return {
    /** Makes calls of a storage wait for missing files. */
    wrap: (storage: Storage): Storage =>
      aroundStorage(storage, async (_method, key, call) => {
        await waitFor(key);
        return call();
      }),
    /** Notes in the data folder that the files have to be painted, and returns their facts. */
    async postpone(dataDir: string): Promise<Record<string, DemoFileFacts>> {
      await writeFile(path.join(dataDir, MARK), '');
      return readDemoFacts();
    },
    /** Starts to paint what is missing, in the background. */
    async start(dataDir: string, progress: (done: number, all: number) => void): Promise<void> {
      const mark = path.join(dataDir, MARK);
      if (!existsSync(mark)) return;
      const names = Object.keys(await readDemoFacts());
      for (const name of names) missing.set(name, Promise.withResolvers());
      child = fork(new URL('./paint-child.ts', import.meta.url), {
        execArgv: [],
        env: { ...process.env, DATA_DIR: dataDir },
      });
      child.on('message', ({ name }: PaintMessage) => {
        missing.get(name)?.resolve();
        missing.delete(name);
        progress(names.length - missing.size, names.length);
      });
      const end = () => {
        if (missing.size === 0) rmSync(mark, { force: true });
        // Those stay missing until the next start goes on.
        for (const file of missing.values()) file.resolve();
        missing.clear();
      };
      child.on('error', end).on('close', end);
    },
  };
}
