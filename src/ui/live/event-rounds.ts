/**
 * The least time between two rounds. In a busy agency every change of a colleague causes events, and
 * each round costs an open screen about five requests.
 */
export const ROUND_MS = 2_000;

/**
 * Gathers the topics of events in rounds: the first event is announced at once, and those that follow
 * within ROUND_MS together afterwards. While paused, nothing is announced, and nothing is lost.
 */
export function createEventRounds<Topic>(announce: (topics: ReadonlySet<Topic>) => void) {
  const waiting = new Set<Topic>();
  let rest: ReturnType<typeof setTimeout> | undefined;
  let isPaused = false;

  function announceWaiting(): void {
    if (isPaused || rest || waiting.size === 0) return;
    const topics = new Set(waiting);
    waiting.clear();
    rest = setTimeout(endRest, ROUND_MS);
    announce(topics);
  }

  function endRest(): void {
    rest = undefined;
    announceWaiting();
  }

  return {
    add(topics: Iterable<Topic>): void {
      for (const topic of topics) waiting.add(topic);
      announceWaiting();
    },
    pause(): void {
      isPaused = true;
    },
    resume(): void {
      isPaused = false;
      announceWaiting();
    },
    /** Forgets what waits. */
    clear(): void {
      waiting.clear();
      clearTimeout(rest);
      rest = undefined;
      isPaused = false;
    },
  };
}
