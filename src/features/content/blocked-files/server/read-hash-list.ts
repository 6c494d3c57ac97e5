import { formatNumber } from '#src/lib/locale/numbers.ts';
import { DomainError } from '#src/lib/problem.ts';
import { IMPORT_LIMIT, type ImportResult } from '../blocked-files.schema.ts';

const SHOWN_PROBLEMS = 20;
const SHOWN_CHARACTERS = 80;
/** A longer line is not read to its end: the file is no list. */
const LINE_LIMIT = 10_000;
const HASH = /^[0-9a-f]{64}$/;

type Chunks = AsyncIterable<Uint8Array>;
type HashList = { hashes: string[]; problems: ImportResult['problems'] };

/**
 * Reads the hashes of a list while it arrives: one in each line, with notes behind them and comments
 * after `#`. Reading ends after the first twenty lines that are no hash.
 * @throws DomainError 'invalid-input' for too many lines, or lines that are too long
 */
export async function readHashList(chunks: Chunks): Promise<HashList> {
  const hashes: string[] = [];
  const problems: HashList['problems'] = [];
  let line = 0;
  for await (const lines of linesOf(chunks)) {
    for (const whole of lines) {
      line += 1;
      const text = whole.trim();
      if (text === '' || text.startsWith('#')) continue;
      const hash = text.split(/[\s,;]/, 1)[0]!.toLowerCase();
      if (HASH.test(hash)) hashes.push(hash);
      else problems.push({ line, text: text.slice(0, SHOWN_CHARACTERS) });
      if (problems.length === SHOWN_PROBLEMS) return { hashes, problems };
    }
    if (line > IMPORT_LIMIT) {
      const limit = formatNumber(IMPORT_LIMIT);
      throw new DomainError('invalid-input', `At most ${limit} lines can be imported at once`);
    }
  }
  return { hashes, problems };
}

/** The lines that each chunk completes. */
async function* linesOf(chunks: Chunks): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield lines;
    if (rest.length > LINE_LIMIT) {
      throw new DomainError('invalid-input', 'This file is no list of hashes: a line never ends');
    }
  }
  const last = rest + decoder.decode();
  // The end of the last line begins no other one.
  if (last !== '') yield [last];
}
