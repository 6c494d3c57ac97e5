import { context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Tracing } from './spans.ts';

const SERVICE = 'velvet-rope';

/**
 * Exports traces as the variables of OpenTelemetry say. Spans wait in memory, up to a limit beyond which
 * they are dropped, so a collector that is down or slow delays nothing.
 */
export function openTracing(): Tracing & { stop(): Promise<void> } {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': SERVICE }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return {
    tracer: provider.getTracer(SERVICE),
    continueTrace: (headers, call) =>
      context.with(propagation.extract(ROOT_CONTEXT, headers), call),
    isInTrace: () => trace.getActiveSpan() !== undefined,
    async stop() {
      await provider.shutdown().catch(() => {});
      context.disable();
      propagation.disable();
      trace.disable();
    },
  };
}
