/** What the server tells of: that there is something new to ask for. */
export const LIVE_TOPICS = ['notifications', 'media', 'tasks'] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/** A topic, or `anything`: something may have been missed. */
export type LiveMessage = LiveTopic | 'anything';

/** Opens the server's stream of events. @returns what closes it */
export type OpenStream = (tell: (message: LiveMessage) => void) => () => void;

export type LiveConnection = {
  /** Asks whether the tab that holds the stream still lives; takes its place if not. */
  checkLeader(): void;
  close(): void;
};

const NAME = 'velvet-rope-live';
/** A leading tab that says nothing for so long is frozen. */
const ANSWER_MS = 3_000;

type Note = LiveMessage | 'who-leads' | 'i-lead';

/** Runs for the lock that only one tab of the browser has; who has it holds what `open` opens. */
function runForLead(locks: LockManager, open: () => () => void) {
  let turn = 0;
  let leads = false;
  let leave = () => {};

  function hold(): Promise<void> {
    leads = true;
    const close = open();
    return new Promise((resolve) => {
      leave = () => {
        leads = false;
        close();
        resolve();
      };
    });
  }

  function stand({ steal = false } = {}): void {
    const own = ++turn;
    const waiting = new AbortController();
    leave();
    leave = () => waiting.abort();
    const options = steal ? { steal } : { signal: waiting.signal };
    locks
      .request(NAME, options, () => (own === turn ? hold() : undefined))
      .catch(() => {
        // Taken by a tab that got no answer from this one: queue up again.
        if (own === turn) stand();
      });
  }

  function resign(): void {
    turn++;
    leave();
  }
  return { stand, resign, leads: () => leads };
}

/**
 * Joins this tab to the one stream of its browser: a lock elects the tab that holds it and passes
 * what it hears on to the others. When that tab closes, another takes over.
 */
export function connectLive(
  openStream: OpenStream,
  hear: (message: LiveMessage) => void,
): LiveConnection {
  // Only on an insecure address of a private network: then each tab has a stream of its own.
  if (!navigator.locks) return { checkLeader() {}, close: openStream(hear) };

  const channel = new BroadcastChannel(NAME);
  let doubt: ReturnType<typeof setTimeout> | undefined;
  const { stand, resign, leads } = runForLead(navigator.locks, () =>
    openStream((message) => {
      channel.postMessage(message satisfies Note);
      hear(message);
    }),
  );

  channel.addEventListener('message', ({ data }: MessageEvent<Note>) => {
    if (data === 'who-leads') {
      if (leads()) channel.postMessage('i-lead' satisfies Note);
      return;
    }
    // Whatever it says, the leading tab lives.
    clearTimeout(doubt);
    if (data !== 'i-lead') hear(data);
  });

  function checkLeader(): void {
    clearTimeout(doubt);
    doubt = setTimeout(() => {
      if (!leads()) stand({ steal: true });
    }, ANSWER_MS);
    channel.postMessage('who-leads' satisfies Note);
  }

  stand();
  checkLeader();
  return {
    checkLeader,
    close() {
      clearTimeout(doubt);
      resign();
      channel.close();
    },
  };
}
