import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { Hono } from 'hono';
import type { RequestEnv } from '#src/platform/http/operation.ts';
import { API_DOCS_POLICY } from './content-security-policy.ts';

// Only the files are needed: importing the package would load the whole viewer into the server.
const SWAGGER_UI = path.dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Velvet Rope API</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>`;

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true });`;

function openApiDocument(api: OpenAPIHono<RequestEnv>, publicUrl: string, cookieName: string) {
  const { openAPIRegistry } = api;
  openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: cookieName,
  });
  openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
  });
  return api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Velvet Rope API',
      version: '1.0.0',
      description:
        'Every error is `application/problem+json` (RFC 9457) with a stable `code`. ' +
        'Instants are ISO 8601 in UTC, money is integer US cents.',
    },
    servers: [{ url: publicUrl }],
  });
}

/** Serves the API description: /api/openapi.json for programs, /api/docs for people. */
export function createApiDocs(
  api: OpenAPIHono<RequestEnv>,
  { publicUrl, cookieName }: { publicUrl: string; cookieName: string },
) {
  // Generated with the first request, because it takes longer than the rest of a start.
  let document: ReturnType<typeof openApiDocument> | undefined;
  return new Hono()
    .get('/api/openapi.json', (c) =>
      c.json((document ??= openApiDocument(api, publicUrl, cookieName))),
    )
    .get('/api/docs', (c) => c.html(page, 200, { 'content-security-policy': API_DOCS_POLICY }))
    .get('/api/docs/start.js', (c) =>
      c.body(start, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
    )
    .use(
      '/api/docs/assets/*',
      serveStatic({
        root: SWAGGER_UI,
        rewriteRequestPath: (path) => path.replace('/api/docs/assets', ''),
      }),
    );
}
