import { useEffect, useEffectEvent } from 'react';
import { createEventRounds } from './event-rounds.ts';
import { openEventStream } from './event-stream.ts';
import { connectLive, type LiveConnection, type LiveTopic } from './live-connection.ts';

/** A tab that was hidden for longer may have been frozen by its browser. */
const LONG_HIDDEN_MS = 30_000;

const listeners = new Set<{ topics: readonly LiveTopic[]; onEvent: () => void }>();
const rounds = createEventRounds<LiveTopic>((announced) => {
  for (const { topics, onEvent } of listeners) {
    if (topics.some((topic) => announced.has(topic))) onEvent();
  }
});
let connection: LiveConnection | undefined;
let hiddenSince = 0;

const subscribedTopics = () => [...listeners].flatMap(({ topics }) => topics);

function connect(): void {
  connection = connectLive(openEventStream, (message) => {
    rounds.add(message === 'anything' ? subscribedTopics() : [message]);
  });
}

function disconnect(): void {
  connection?.close();
  connection = undefined;
}

function onVisibilityChange(): void {
  if (document.hidden) {
    hiddenSince = Date.now();
    rounds.pause();
    return;
  }
  if (Date.now() - hiddenSince > LONG_HIDDEN_MS) {
    connection?.checkLeader();
    rounds.add(subscribedTopics());
  }
  rounds.resume();
}

// A page in the back/forward cache holds neither stream nor lock.
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) connect();
}

function start(): void {
  if (document.hidden) rounds.pause();
  connect();
  document.addEventListener('visibilitychange', onVisibilityChange);
  window.addEventListener('pagehide', disconnect);
  window.addEventListener('pageshow', onPageShow);
}

function stop(): void {
  disconnect();
  rounds.clear();
  document.removeEventListener('visibilitychange', onVisibilityChange);
  window.removeEventListener('pagehide', disconnect);
  window.removeEventListener('pageshow', onPageShow);
}

function subscribe(topics: readonly LiveTopic[], onEvent: () => void): () => void {
  const listener = { topics, onEvent };
  if (listeners.size === 0) start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

/**
 * Calls `onEvent` when the server publishes events of these topics, once for all of a round, and
 * whenever such an event may have been missed. In a hidden tab the call waits until the tab is visible, and after another call
 * for a moment, so that a burst of events causes few requests.
 */
export function useLiveEvents(topics: LiveTopic | readonly LiveTopic[], onEvent: () => void): void {
  const handleEvent = useEffectEvent(onEvent);
  const names = [topics].flat().join();
  useEffect(() => subscribe(names.split(',') as LiveTopic[], () => handleEvent()), [names]);
}
