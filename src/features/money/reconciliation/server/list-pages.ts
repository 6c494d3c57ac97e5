import { DomainError } from '#src/lib/problem.ts';

const LONGEST_LISTING_MS = 20 * 60_000;

/**
 * The pages of a provider's list, one after the other.
 * @throws DomainError 'provider-unavailable', whatever the provider's error is, and for a list without an end
 */
export async function* listPages<Page extends { next: string | null }>(
  listPage: (cursor: string | null) => Promise<Page>,
): AsyncGenerator<Page> {
  const deadline = performance.now() + LONGEST_LISTING_MS;
  const cursors = new Set<string>();
  for (let cursor: string | null = null; ;) {
    const page: Page = await readPage(listPage, cursor);
    yield page;
    const { next } = page;
    if (next === null) return;
    if (cursors.has(next) || performance.now() > deadline) {
      throw new DomainError('provider-unavailable', 'The provider did not finish its list.');
    }
    cursors.add(next);
    cursor = next;
  }
}

async function readPage<Page>(
  listPage: (cursor: string | null) => Promise<Page>,
  cursor: string | null,
): Promise<Page> {
  try {
    return await listPage(cursor);
  } catch (error) {
    const reason = error instanceof DomainError ? error.message : 'It answered in an unknown way.';
    throw new DomainError(
      'provider-unavailable',
      `The provider did not list its records. ${reason}`,
    );
  }
}
