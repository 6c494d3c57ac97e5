import { useEffect, useEffectEvent } from 'react';
import { openEventStream } from './event-stream.ts';
import { connectLive, type LiveConnection, type LiveTopic } from './live-connection.ts';

/** A tab that was hidden for longer may have been frozen by its browser. */
const LONG_HIDDEN_MS = 30_000;

const listeners = new Set<{ topic: LiveTopic; hear: () => void }>();
/** What happened while nobody looked. */
const missed = new Set<LiveTopic>();
let connection: LiveConnection | undefined;
let hiddenSince = 0;

function tell(topics: ReadonlySet<LiveTopic>): void {
  for (const { topic, hear } of listeners) if (topics.has(topic)) hear();
}

const topicsListenedTo = () => new Set([...listeners].map(({ topic }) => topic));

function join(): void {
  connection = connectLive(openEventStream, (message) => {
    const topics = message === 'anything' ? topicsListenedTo() : new Set([message]);
    if (document.hidden) for (const topic of topics) missed.add(topic);
    else tell(topics);
  });
}

function leave(): void {
  connection?.close();
  connection = undefined;
}

function followVisibility(): void {
  if (document.hidden) {
    hiddenSince = Date.now();
    return;
  }
  const wasLong = Date.now() - hiddenSince > LONG_HIDDEN_MS;
  if (wasLong) connection?.checkLeader();
  const topics = wasLong ? topicsListenedTo() : new Set(missed);
  missed.clear();
  tell(topics);
}

// A page that is kept for the way back holds neither stream nor lock.
function returnToPage({ persisted }: PageTransitionEvent): void {
  if (persisted) join();
}

function start(): void {
  join();
  document.addEventListener('visibilitychange', followVisibility);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', returnToPage);
}

function stop(): void {
  leave();
  missed.clear();
  document.removeEventListener('visibilitychange', followVisibility);
  window.removeEventListener('pagehide', leave);
  window.removeEventListener('pageshow', returnToPage);
}

function listen(topic: LiveTopic, hear: () => void): () => void {
  const listener = { topic, hear };
  if (listeners.size === 0) start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

/**
 * Calls `onEvent` when the server says that there is something new of this topic, and whenever that
 * may have been missed. In a hidden tab it waits until the tab is looked at.
 */
export function useLiveEvents(topic: LiveTopic, onEvent: () => void): void {
  const hear = useEffectEvent(onEvent);
  useEffect(() => listen(topic, () => hear()), [topic]);
}
