import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Span } from '@opentelemetry/api';
import { failSpan, openSpan, type Tracing } from './spans.ts';

type FetchRequest = { method: string; origin: string | URL };
type FetchMessage = {
  request: FetchRequest;
  response?: { statusCode: number };
  error?: Error;
};
type HttpMessage = {
  request: { method: string; host: string };
  response?: { statusCode?: number };
  error?: Error;
};

/**
 * Opens a span for each call of another server, by `fetch` or by the modules of Node: of payment
 * providers, checks and S3. Only the host is named, because paths contain references of people.
 * @returns what ends it
 */
export function traceOutgoingCalls(tracing: Tracing): () => void {
  const spans = new WeakMap<object, Span>();
  const begin = (request: object, method: string, host: string) => {
    const attributes = { 'http.request.method': method, 'server.address': host };
    spans.set(
      request,
      openSpan(tracing, { name: `${method} ${host}`, kind: 'client', attributes }),
    );
  };
  const end = (request: object, status: number | undefined, error?: Error) => {
    const span = spans.get(request);
    if (!span) return;
    spans.delete(request);
    if (status !== undefined) span.setAttribute('http.response.status_code', status);
    if (error || (status ?? 0) >= 500) failSpan(span, error);
    span.end();
  };
  const handlers: Record<string, (message: unknown) => void> = {
    'undici:request:create': (message) => {
      const { request } = message as FetchMessage;
      begin(request, request.method, new URL(request.origin).hostname);
    },
    'undici:request:headers': (message) => {
      const { request, response } = message as FetchMessage;
      end(request, response?.statusCode);
    },
    'undici:request:error': (message) => {
      const { request, error } = message as FetchMessage;
      end(request, undefined, error);
    },
    'http.client.request.start': (message) => {
      const { request } = message as HttpMessage;
      begin(request, request.method, request.host);
    },
    'http.client.response.finish': (message) => {
      const { request, response } = message as HttpMessage;
      end(request, response?.statusCode);
    },
    'http.client.request.error': (message) => {
      const { request, error } = message as HttpMessage;
      end(request, undefined, error);
    },
  };
  for (const [name, handler] of Object.entries(handlers)) subscribe(name, handler);
  return () => {
    for (const [name, handler] of Object.entries(handlers)) unsubscribe(name, handler);
  };
}
