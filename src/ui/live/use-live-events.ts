import { useEffect, useEffectEvent } from 'react';
import { openEventStream } from './event-stream.ts';
import { connectLive, type LiveConnection, type LiveTopic } from './live-connection.ts';

/** A tab that was hidden for longer may have been frozen by its browser. */
const LONG_HIDDEN_MS = 30_000;

const listeners = new Set<{ topic: LiveTopic; onEvent: () => void }>();
/** Topics with events that arrived while the tab was hidden. */
const missed = new Set<LiveTopic>();
let connection: LiveConnection | undefined;
let hiddenSince = 0;

function notifyListeners(topics: ReadonlySet<LiveTopic>): void {
  for (const { topic, onEvent } of listeners) if (topics.has(topic)) onEvent();
}

const subscribedTopics = () => new Set([...listeners].map(({ topic }) => topic));

function connect(): void {
  connection = connectLive(openEventStream, (message) => {
    const topics = message === 'anything' ? subscribedTopics() : new Set([message]);
    if (document.hidden) for (const topic of topics) missed.add(topic);
    else notifyListeners(topics);
  });
}

function disconnect(): void {
  connection?.close();
  connection = undefined;
}

function onVisibilityChange(): void {
  if (document.hidden) {
    hiddenSince = Date.now();
    return;
  }
  const wasHiddenLong = Date.now() - hiddenSince > LONG_HIDDEN_MS;
  if (wasHiddenLong) connection?.checkLeader();
  const topics = wasHiddenLong ? subscribedTopics() : new Set(missed);
  missed.clear();
  notifyListeners(topics);
}

// A page in the back/forward cache holds neither stream nor lock.
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) connect();
}

function start(): void {
  connect();
  document.addEventListener('visibilitychange', onVisibilityChange);
  window.addEventListener('pagehide', disconnect);
  window.addEventListener('pageshow', onPageShow);
}

function stop(): void {
  disconnect();
  missed.clear();
  document.removeEventListener('visibilitychange', onVisibilityChange);
  window.removeEventListener('pagehide', disconnect);
  window.removeEventListener('pageshow', onPageShow);
}

function subscribe(topic: LiveTopic, onEvent: () => void): () => void {
  const listener = { topic, onEvent };
  if (listeners.size === 0) start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

/**
 * Calls `onEvent` when the server publishes an event of this topic, and whenever such an event may
 * have been missed. In a hidden tab the call waits until the tab is visible.
 */
export function useLiveEvents(topic: LiveTopic, onEvent: () => void): void {
  const handleEvent = useEffectEvent(onEvent);
  useEffect(() => subscribe(topic, () => handleEvent()), [topic]);
}
