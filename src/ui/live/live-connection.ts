/** The topics of live events: each says only that there is something new to fetch. */
export const LIVE_TOPICS = ['notifications', 'media', 'tasks'] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/** A topic with news, or `anything` if events of any topic may have been missed. */
export type LiveMessage = LiveTopic | 'anything';

/** Opens the server's event stream. @returns a function that closes it */
export type OpenStream = (onMessage: (message: LiveMessage) => void) => () => void;

export type LiveConnection = {
  /** Replaces the tab that holds the stream if it does not answer. */
  checkLeader(): void;
  close(): void;
};

/** Name of the lock and of the broadcast channel. */
const NAME = 'velvet-rope-live';
/** A leading tab that does not answer within this time is frozen. */
const ANSWER_TIMEOUT_MS = 3_000;

/** `missedSince`: asks which tab leads, and what it has received since then. */
type ChannelMessage = LiveMessage | 'i-lead' | { missedSince: number };

const now = () => performance.timeOrigin + performance.now();

/**
 * Competes for the lock that only one tab of the browser holds. `open` runs while this tab does;
 * `isStolen`: the tab that held it before did not answer.
 */
function joinElection(locks: LockManager, open: (isStolen: boolean) => () => void) {
  let attempt = 0;
  let isLeader = false;
  let release = () => {};

  function lead(isStolen: boolean): Promise<void> {
    isLeader = true;
    const close = open(isStolen);
    return new Promise((resolve) => {
      release = () => {
        isLeader = false;
        close();
        resolve();
      };
    });
  }

  function requestLock({ steal = false } = {}): void {
    const ownAttempt = ++attempt;
    const waiting = new AbortController();
    release();
    release = () => waiting.abort();
    const options = steal ? { steal } : { signal: waiting.signal };
    locks
      .request(NAME, options, () => (ownAttempt === attempt ? lead(steal) : undefined))
      .catch(() => {
        // Another tab, which got no answer from this one, stole the lock: wait for it again.
        if (ownAttempt === attempt) requestLock();
      });
  }

  function resign(): void {
    attempt++;
    release();
  }
  return { requestLock, resign, isLeader: () => isLeader };
}

/** The channel between the tabs of a browser. */
function openChannel() {
  const channel = new BroadcastChannel(NAME);
  const post = (message: ChannelMessage) => channel.postMessage(message);
  /** When this tab last sent each message while it led. */
  const sentAt = new Map<LiveMessage, number>();
  return {
    post,
    broadcast(message: LiveMessage): void {
      sentAt.set(message, now());
      post(message);
    },
    answer(missedSince: number): void {
      post('i-lead');
      for (const [message, at] of sentAt) if (at >= missedSince) post(message);
    },
    onMessage(handle: (message: ChannelMessage) => void): void {
      channel.addEventListener('message', ({ data }) => handle(data as ChannelMessage));
    },
    close: () => channel.close(),
  };
}

/**
 * Connects this tab to the event stream that all tabs of a browser share: a lock elects the tab that
 * holds the stream and broadcasts its messages. When that tab closes, another one takes over.
 */
export function connectLive(
  openStream: OpenStream,
  onMessage: (message: LiveMessage) => void,
): LiveConnection {
  // Insecure addresses of a private network have no locks, so each tab opens its own stream.
  if (!navigator.locks) return { checkLeader() {}, close: openStream(onMessage) };

  const channel = openChannel();
  let answerTimeout: ReturnType<typeof setTimeout> | undefined;
  const { requestLock, resign, isLeader } = joinElection(navigator.locks, (isStolen) => {
    const broadcast = (message: LiveMessage) => {
      channel.broadcast(message);
      onMessage(message);
    };
    // A frozen tab has broadcast nothing for an unknown time.
    if (isStolen) broadcast('anything');
    return openStream(broadcast);
  });

  channel.onMessage((message) => {
    if (typeof message === 'object') {
      if (isLeader()) channel.answer(message.missedSince);
      return;
    }
    // Any other message proves that the leading tab is alive.
    clearTimeout(answerTimeout);
    if (message !== 'i-lead') onMessage(message);
  });

  function askForLeader(missedSince: number): void {
    clearTimeout(answerTimeout);
    answerTimeout = setTimeout(() => {
      if (!isLeader()) requestLock({ steal: true });
    }, ANSWER_TIMEOUT_MS);
    channel.post({ missedSince });
  }

  requestLock();
  askForLeader(performance.timeOrigin);
  return {
    checkLeader: () => askForLeader(now()),
    close() {
      clearTimeout(answerTimeout);
      resign();
      channel.close();
    },
  };
}
